import type { ExpectedPlay } from "@neonrelay/contract/callers";
import { formatTimeOfDay } from "../../ui/format-time.ts";

/** When and where a waiting request airs; undefined if it plays in turn. */
export function waitWords({
  startsAt,
  waitsFor,
}: Pick<ExpectedPlay, "startsAt" | "waitsFor">): string | undefined {
  if (waitsFor === null) return undefined;
  const time = startsAt === null ? undefined : `About ${formatTimeOfDay(Date.parse(startsAt))}`;
  if (waitsFor.kind === "slot") {
    const slot = `request slot of “${waitsFor.show ?? waitsFor.clock}”`;
    return time === undefined ? `Waits for a ${slot}` : `${time} in a ${slot}`;
  }
  const { mostPerHour } = waitsFor;
  if (mostPerHour === 0) return "Waits until an operator plays it";
  const limit = mostPerHour === 1 ? "one request an hour" : `${mostPerHour} requests an hour`;
  return `${time ?? "Waits"}: at most ${limit}`;
}
