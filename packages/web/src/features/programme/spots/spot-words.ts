import type { SpotAiring } from "@neonrelay/contract/callers";
import { formatClock } from "../../../ui/format-time.ts";

/** The place of a spot in the programme, in one line. */
export function placeWords({ show, clock, slotNumber, isBreak }: SpotAiring): string {
  if (isBreak === null) return "Planned, but the plan is no longer known";
  const slot = slotNumber === null ? "" : `, slot ${slotNumber}`;
  const parts = [
    ...(show === null ? [] : [show.name]),
    ...(clock === null ? [] : [`${clock.name}${slot}`]),
    ...(isBreak ? ["spot break"] : []),
  ];
  return parts.length === 0 ? "Outside the schedule" : parts.join(" · ");
}

/** Whether it was heard in full, in a few words. */
export function outcomeWords({ outcome, playedMs }: SpotAiring): string {
  switch (outcome) {
    case "whole":
      return "Whole";
    case "cut":
      return `Cut after ${formatClock(playedMs)}`;
    case "on-air":
      return "On air";
    default:
      return outcome satisfies never;
  }
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** '2027-03-01 18:31:12' in the station's local time. */
export function stationTime(at: string, timeZone: string): string {
  // Swedish dates are in ISO format.
  const clock =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
  clocks.set(timeZone, clock);
  return clock.format(Date.parse(at));
}
