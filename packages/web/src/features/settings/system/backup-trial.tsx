import type { BackupPlan } from "@neonrelay/contract/callers";
import { failureText } from "../../../api/call-api.ts";
import { planLabels, useTryBackupPlace } from "./scheduled-backups-data.ts";

/** Tries where such a plan's backups would go, and says in words what came of it. */
export function Trial({ plan }: { readonly plan: BackupPlan }) {
  const trial = useTryBackupPlace();
  return (
    <div className="flex flex-wrap items-center gap-3">
      <button
        type="button"
        className="button"
        disabled={trial.isPending}
        onClick={() => trial.mutate(plan)}
      >
        {trial.isPending ? "Trying…" : "Try It"}
      </button>
      <output className="min-w-0 break-words">
        {trial.isError && failureText(trial.error, "The station gave no reason", planLabels)}
        {trial.data !== undefined &&
          (trial.data.problem === null
            ? "A small file was written, read and removed."
            : `It can't be used: ${trial.data.problem}`)}
      </output>
    </div>
  );
}
