import type { StationSettingsChange } from "@neonrelay/contract/callers";
import { CircleCheck, TriangleAlert } from "lucide-react";
import { FormSection } from "../../../ui/form-fields.tsx";
import type { PublicCheck } from "./going-public-rules.ts";
import { useChangeStationSettings } from "../settings-data.ts";

/** Every default that is unsafe on the open internet, with a button that changes it. */
export function GoingPublic({ checks }: { readonly checks: readonly PublicCheck[] }) {
  const change = useChangeStationSettings("Settings Updated");
  const open = checks.filter(({ isSafe }) => !isSafe).length;
  return (
    <FormSection
      title="Going public"
      page="goingPublic"
      text={
        open === 0
          ? "Nothing left to do before you go public."
          : `${open} of ${checks.length} points to check before you go public.`
      }
    >
      <ul className="flex flex-col">
        {checks.map((check) => (
          <CheckRow
            key={check.name}
            check={check}
            isBusy={change.isPending}
            onChange={(wanted) => change.mutate(wanted)}
          />
        ))}
      </ul>
    </FormSection>
  );
}

function CheckRow({
  check: { name, isSafe, text, now, fix, undo },
  isBusy,
  onChange,
}: {
  readonly check: PublicCheck;
  readonly isBusy: boolean;
  readonly onChange: (change: StationSettingsChange) => void;
}) {
  const offered = isSafe ? undo : fix;
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 border-t border-line py-2">
      {isSafe ? (
        <CircleCheck size={20} className="shrink-0 text-accent-text" aria-label="Safe" />
      ) : (
        <TriangleAlert size={20} className="shrink-0 text-warn" aria-label="Open" />
      )}
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-semibold">{name}</p>
        <p className="text-[13px] leading-5 break-words whitespace-pre-line text-muted empty:hidden">
          {isSafe ? now : text}
        </p>
      </div>
      {offered !== undefined && (
        <button
          type="button"
          className="button button-small"
          disabled={isBusy}
          onClick={() => onChange(offered.change)}
        >
          {offered.action}
        </button>
      )}
    </li>
  );
}
