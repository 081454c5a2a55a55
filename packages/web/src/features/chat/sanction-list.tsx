import type { ChatSanction } from "@neonrelay/contract/callers";
import { formatDayAndTime } from "../../ui/format-time.ts";
import { MoreRows } from "../../ui/more-rows.tsx";
import { ErrorRow } from "../../ui/panel-state.tsx";
import { useLiftSanction, useSanctions } from "./moderation-data.ts";

/** For moderators: the mutes and bans in force, with buttons to lift them. */
export function SanctionList() {
  const sanctions = useSanctions();
  const shown = sanctions.data?.pages.flat();
  const lift = useLiftSanction();
  return (
    <section aria-label="Mutes and bans" className="mt-3 border-t border-line pt-3">
      <h3 className="px-4 text-[13px] font-semibold text-muted">Mutes and bans</h3>
      {sanctions.isError && (
        <ErrorRow
          text="Mutes and bans could not be loaded"
          onRetry={() => void sanctions.refetch()}
        />
      )}
      {shown?.length === 0 && (
        <p className="px-4 py-2 text-[13px] text-muted">No one is muted or banned.</p>
      )}
      <ul aria-label="Mutes and bans in force">
        {shown?.map((sanction) => (
          <li key={sanction.id} className="flex items-center gap-2 px-4 py-1.5">
            <div className="min-w-0 flex-1 break-words">
              <p className="font-semibold">
                {sanction.username}{" "}
                <span className="font-normal text-muted">
                  {sanction.kind === "ban" ? "banned" : "muted"} by {sanction.by}
                </span>
              </p>
              <p className="text-[12px] text-muted">{termOf(sanction)}</p>
            </div>
            <button
              type="button"
              className="button button-small"
              aria-label={`Lift the ${sanction.kind} of ${sanction.username}`}
              disabled={lift.isPending}
              onClick={() => lift.mutate(sanction.id)}
            >
              Lift
            </button>
          </li>
        ))}
      </ul>
      <div className="px-4">
        <MoreRows query={sanctions} />
      </div>
    </section>
  );
}

function termOf({ until, reason }: ChatSanction): string {
  const term =
    until === null ? "until it is lifted" : `until ${formatDayAndTime(Date.parse(until))}`;
  return reason === "" ? term : `${term} · ${reason}`;
}
