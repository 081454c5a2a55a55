import { artistAndTitle, type HostDesk, type HostSlot } from "@neonrelay/contract/callers";
import { useEffect, useState } from "react";

const DAY_SECONDS = 24 * 60 * 60;

/**
 * "1:02:03", or "2:03" below an hour; from two days on "3 days".
 * @param ms at least 0
 */
export function formatCountdown(ms: number): string {
  const seconds = Math.ceil(Math.max(ms, 0) / 1000);
  if (seconds >= 2 * DAY_SECONDS) return `${Math.floor(seconds / DAY_SECONDS)} days`;
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (value: number) => String(value).padStart(2, "0");
  return hours === 0
    ? `${minutes}:${two(seconds % 60)}`
    : `${hours}:${two(minutes)}:${two(seconds % 60)}`;
}

const NEAR_MS = 60 * 60_000;

/** As far as the station plans what plays. */
const PLANNED_MS = 12 * 60 * 60_000;

/** Whether a host should get ready: their show is on, they can connect, or it starts within the hour. */
export function isNear(desk: Pick<HostDesk, "slot" | "now">): boolean {
  return isWithin(NEAR_MS, desk);
}

/** Whether the plan reaches their show, so that what plays before it is known. */
export function isPlanned(desk: Pick<HostDesk, "slot" | "now">): boolean {
  return isWithin(PLANNED_MS, desk);
}

function isWithin(ms: number, { slot, now }: Pick<HostDesk, "slot" | "now">): boolean {
  if (slot === null) return false;
  return slot.phase !== "before" || Date.parse(slot.startsAt) - Date.parse(now) <= ms;
}

/** The next moment of a host's show, and its label. */
export function nextMoment(
  { startsAt, endsAt, overrunEndsAt }: Pick<HostSlot, "startsAt" | "endsAt" | "overrunEndsAt">,
  nowMs: number,
): { readonly name: string; readonly atMs: number } {
  if (nowMs < Date.parse(startsAt)) return { name: "Begins in", atMs: Date.parse(startsAt) };
  if (nowMs < Date.parse(endsAt)) return { name: "Ends in", atMs: Date.parse(endsAt) };
  return { name: "Off air in", atMs: Date.parse(overrunEndsAt) };
}

const connections = {
  "on-air": "You are on air",
  starting: "You are about to go on air",
  waiting: "Connected, waiting for your time",
  silent: "No sound comes from you: music plays",
  finishing: "Disconnected; the rest of your sound plays",
} as const;

/** The state of the host's connection, in a sentence. */
export function wordConnection({
  connection,
  hasKey,
  refusal,
}: Pick<HostDesk, "connection" | "hasKey" | "refusal">): string {
  if (connection !== null) return connections[connection];
  if (!hasKey) return "Not connected. Make a stream key first";
  return refusal === null ? "Not connected. Your key works now" : `Not connected. ${refusal}`;
}

/** What is on air before or after a show. */
export function wordBeside({ name, track }: HostSlot["before"]): string {
  const planned = track === null ? "" : artistAndTitle(track);
  return [name, planned].filter((part) => part !== null && part !== "").join(" · ") || "Music";
}

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
