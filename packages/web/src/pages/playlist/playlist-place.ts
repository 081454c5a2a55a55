import type { Play } from "@neonrelay/contract/callers";
import { countOf } from "../../ui/count-of.ts";

/**
 * The text of the playlist's badge. An entry leaves the queue when it goes on air, and its play names the requester, so
 * the count starts after the last play without a requester and includes the entry on air.
 * @param plays newest first, before what is on air now
 */
export function playlistBadge({
  now,
  plays,
  queued,
}: {
  /** null: no library track is on air. */
  readonly now: Pick<Play, "kind" | "requestedBy"> | null;
  readonly plays: readonly Pick<Play, "requestedBy">[];
  readonly queued: number;
}): string {
  if (now !== null && now.requestedBy !== null) {
    const end = plays.findIndex(({ requestedBy }) => requestedBy === null);
    const number = 1 + (end === -1 ? plays.length : end);
    return `Track ${number} of ${number + queued}`;
  }
  if (queued === 0) return "Empty Queue";
  return now?.kind === "library" ? "From the library" : `${countOf(queued, "track")} to come`;
}
