import type { HostDesk, HostSlot } from "@neonrelay/contract/callers";
import { useEffect, useState } from "react";
import { Link } from "wouter";
import { Facts } from "../../ui/facts.tsx";
import { FormSection } from "../../ui/form-fields.tsx";
import { formatDateAndTime } from "../../ui/format-time.ts";
import { Loaded } from "../../ui/loaded.tsx";
import { useHostDesk } from "./djs-data.ts";
import { formatCountdown, nextMoment, wordBeside, wordConnection } from "./host-desk-words.ts";

/** A host's next live show: how long until it begins, what plays around it, and how they stand. */
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
      <Countdown slot={slot} aheadMs={Date.parse(desk.now) - answeredAtMs} />
      <output>{wordConnection(desk)}.</output>
      <Facts
        facts={[
          ["You can connect from", formatDateAndTime(Date.parse(slot.opensAt))],
          ["From", formatDateAndTime(Date.parse(slot.startsAt))],
          ["Until", formatDateAndTime(Date.parse(slot.endsAt))],
          ["Before you", wordBeside(slot.before)],
          ["After you", wordBeside(slot.after)],
          ["DJ on air", onAir ?? "None"],
        ]}
      />
      <Link className="button self-start" href="/">
        Open the Chat
      </Link>
    </>
  );
}

function Countdown({
  slot,
  aheadMs,
}: {
  readonly slot: HostSlot;
  /** How far the station's clock is ahead of the browser's. */
  readonly aheadMs: number;
}) {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const { name, atMs } = nextMoment(slot, nowMs + aheadMs);
  return (
    <p className="font-display text-[17px] font-semibold">
      {slot.show.name} ·{" "}
      <span className="whitespace-nowrap tabular-nums">
        {name} {formatCountdown(atMs - nowMs - aheadMs)}
      </span>
    </p>
  );
}
