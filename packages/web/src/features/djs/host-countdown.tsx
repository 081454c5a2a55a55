import type { HostDesk, HostSlot } from "@neonrelay/contract/callers";
import { useEffect, useState } from "react";
import { formatCountdown, nextMoment } from "./host-desk-words.ts";

/** "Night Flight · Begins in 9:58", by the station's clock. */
export function HostCountdown({
  slot,
  now,
  answeredAtMs,
}: Pick<HostDesk, "now"> & {
  readonly slot: HostSlot;
  /** When the browser got `now`, by its own clock. */
  readonly answeredAtMs: number;
}) {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const stationMs = nowMs + Date.parse(now) - answeredAtMs;
  const { name, atMs } = nextMoment(slot, stationMs);
  return (
    <p className="font-display text-[17px] font-semibold break-words">
      {slot.show.name} ·{" "}
      <span className="whitespace-nowrap tabular-nums">
        {name} {formatCountdown(atMs - stationMs)}
      </span>
    </p>
  );
}
