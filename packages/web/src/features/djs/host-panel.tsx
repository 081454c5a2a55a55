import type { HostDesk } from "@neonrelay/contract/callers";
import { Link } from "wouter";
import { Facts } from "../../ui/facts.tsx";
import { FormSection } from "../../ui/form-fields.tsx";
import { formatDateAndTime, ownTimeZone, zoneName } from "../../ui/format-time.ts";
import { Loaded } from "../../ui/loaded.tsx";
import { useHostDesk } from "./djs-data.ts";
import { HostCountdown, isPlanned, wordBeside, wordConnection } from "./host-desk.tsx";

/** A host's next live show: the countdown, what plays around it, and their connection. */
export function HostPanel() {
  const desk = useHostDesk();
  return (
    <FormSection title="Your next show">
      <Loaded what="next show" query={desk}>
        {(known) => <Desk desk={known} answeredAtMs={desk.dataUpdatedAt} />}
      </Loaded>
    </FormSection>
  );
}

function Desk({
  desk,
  answeredAtMs,
}: {
  readonly desk: HostDesk;
  /** By the browser's clock. */
  readonly answeredAtMs: number;
}) {
  const { slot, onAir } = desk;
  if (slot === null)
    return <p className="text-[13px] text-muted">No live show of yours in the next seven days.</p>;
  return (
    <>
      <HostCountdown slot={slot} now={desk.now} answeredAtMs={answeredAtMs} />
      <output>{wordConnection(desk)}.</output>
      <Facts
        facts={[
          // A key may work outside of shows too.
          ...(desk.refusal === null
            ? []
            : [["You can connect from", timeOf(slot.opensAt)] as const]),
          ["From", timeOf(slot.startsAt)],
          ["Until", timeOf(slot.endsAt)],
          ...(isPlanned(desk)
            ? ([
                ["Before you", wordBeside(slot.before)],
                ["After you", wordBeside(slot.after)],
              ] as const)
            : []),
          ["DJ on air", onAir ?? "None"],
        ]}
      />
      <p className="text-[13px] text-muted">
        Times are in your time zone, {zoneName(ownTimeZone())}.
      </p>
      <div className="flex flex-wrap gap-3">
        <Link className="button" href={`/shows/${slot.show.slug}`}>
          Show page
        </Link>
        <Link className="button" href="/playlist">
          Playlist
        </Link>
        <Link className="button" href="/?tab=chat">
          Open the Chat
        </Link>
      </div>
    </>
  );
}

function timeOf(at: string): string {
  return formatDateAndTime(Date.parse(at));
}
