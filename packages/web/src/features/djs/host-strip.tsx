import { useHostDesk } from "./djs-data.ts";
import { HostCountdown, isNear, wordBeside, wordConnection } from "./host-desk.tsx";

/** Above the chat for a host whose show is on or near; otherwise empty. */
export function HostStrip() {
  const { data: desk, dataUpdatedAt } = useHostDesk();
  if (desk === undefined || desk.slot === null || !isNear(desk)) return null;
  const { slot, now } = desk;
  return (
    <section
      aria-label="Your show"
      className="shrink-0 border-b border-line px-4 py-3 text-[13px] leading-5"
    >
      <HostCountdown slot={slot} now={now} answeredAtMs={dataUpdatedAt} />
      <output>{wordConnection(desk)}.</output>
      <p className="truncate text-muted in-data-[cramped=true]:hidden">
        Before you: {wordBeside(slot.before)}
      </p>
      <p className="truncate text-muted in-data-[cramped=true]:hidden">
        After you: {wordBeside(slot.after)}
      </p>
    </section>
  );
}
