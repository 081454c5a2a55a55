import type { Play } from "@neonrelay/contract";

export interface PlaylistPlace {
  /** Of the track that plays, among those of the queue that have played one after the other; 1 while none of them has. */
  readonly number: number;
  /** With what is still to come. */
  readonly of: number;
}

/**
 * Which track of the queue plays. An entry leaves the queue when it comes on air, and its play says who wanted it, so
 * the queue's run goes back to the last play that nobody asked for.
 * @param plays newest first, from what is on air on
 */
export function playlistPlace(
  plays: readonly Pick<Play, "requestedBy">[],
  queued: number,
): PlaylistPlace {
  const end = plays.findIndex(({ requestedBy }) => requestedBy === null);
  const played = end === -1 ? plays.length : end;
  return { number: Math.max(1, played), of: played + queued };
}
