import type { UseMutationResult } from "@tanstack/react-query";
import { failureText } from "../../api/call-api.ts";
import type { FieldLabels } from "../../api/refusal-words.ts";

/** A button that tests writing files to a storage, with the result in words. */
export function StorageTrial<Place>({
  trial,
  place,
  labels,
}: {
  readonly trial: UseMutationResult<{ readonly problem: string | null }, Error, Place>;
  /** The storage to test. */
  readonly place: Place;
  /** The labels of the form's fields. */
  readonly labels: FieldLabels;
}) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <button
        type="button"
        className="button"
        disabled={trial.isPending}
        onClick={() => trial.mutate(place)}
      >
        {trial.isPending ? "Trying…" : "Try It"}
      </button>
      <output className="min-w-0 break-words">
        {trial.isError && failureText(trial.error, "The station gave no reason", labels)}
        {trial.data !== undefined &&
          (trial.data.problem === null
            ? "A small file was written, read and removed."
            : `It can't be used: ${trial.data.problem}`)}
      </output>
    </div>
  );
}
