import type { Connection, Database } from "../database/database.ts";
import type { Deletions } from "../deletions/deletions.ts";
import type { StationEvents } from "../events/station-events.ts";
import { saveUserCues } from "../library/cues/cue-store.ts";
import { returnBelongings } from "../track-copies/lent-belongings-store.ts";
import { lockTracks, returnToRotation } from "./duplicate-store.ts";
import { cuesOf, isSameCues, leftInWords, type SetCues } from "./merge-rules.ts";
import {
  findMerge,
  listMergedCopies,
  markMergeUndone,
  restorePairs,
  type StoredMerge,
} from "./merge-store.ts";

interface UndoParts {
  readonly database: Database;
  readonly events: StationEvents;
  readonly deletions: Pick<Deletions, "restore">;
}

type UndoOutcome =
  | { readonly kind: "unknown" | "undone-before" }
  | {
      readonly kind: "undone";
      /** Number of copies restored. */
      readonly tracks: number;
      /** What stays as it is, and why. */
      readonly left: readonly string[];
    };

const NO_CUES = {
  cueInMs: null,
  cueOutMs: null,
  startNextMs: null,
  fadeInMs: null,
  fadeOutMs: null,
  gainDb: null,
};

/**
 * Undoes a merge: the copies' files leave the trash, and the copies get back what they gave, unless it has changed
 * since. An interrupted undo has at most restored files, and can be repeated.
 */
export async function undoMerge(
  { database, events, deletions }: UndoParts,
  id: number,
): Promise<UndoOutcome> {
  const { connection } = database;
  const found = await findMerge(connection, id, { isLocked: false });
  if (found === null) return { kind: "unknown" };
  if (found.undoneAt !== null) return { kind: "undone-before" };
  const copyIds = (await listMergedCopies(connection, id)).map(({ copyId }) => copyId);
  const { failures } = await deletions.restore(copyIds);
  const undone = await database.transaction((transaction) => takeBack(transaction, id));
  if (undone.kind !== "undone") return undone;
  const { planned, tracks, left } = undone;
  events.publish({ type: "tracks.parted", planned });
  events.publish({ type: "library.changed" });
  events.publish({ type: "playlists.changed" });
  events.publish({ type: "queue.changed" });
  const lost = failures.map(
    ({ title, reason }) => `The file of '${title}' is not back: ${reason}.`,
  );
  return { kind: "undone", tracks, left: [...lost, ...left] };
}

async function takeBack(
  transaction: Connection,
  id: number,
): Promise<
  | Exclude<UndoOutcome, { readonly kind: "undone" }>
  | {
      readonly kind: "undone";
      readonly tracks: number;
      readonly left: readonly string[];
      readonly planned: ReadonlyMap<string, string>;
    }
> {
  const merge = await findMerge(transaction, id, { isLocked: true });
  if (merge === null) return { kind: "unknown" };
  if (merge.undoneAt !== null) return { kind: "undone-before" };
  const { keptId } = merge;
  const copies = await listMergedCopies(transaction, id);
  const trackIds = [keptId, ...copies.map(({ copyId }) => copyId)];
  const locked = await lockTracks(transaction, trackIds);
  const kept = { favourites: 0, playlists: 0, clocks: 0 };
  // Reversed: what the second copy met was the state after the first had given.
  for (const { copyId, lent } of copies.toReversed()) {
    const each = await returnBelongings(transaction, { trackId: keptId, copyId, lent });
    kept.favourites += each.favourites;
    kept.playlists += each.playlists;
    kept.clocks += each.clocks;
  }
  await returnToRotation(
    transaction,
    copies.filter(({ wasInRotation }) => wasInRotation).map(({ copyId }) => copyId),
  );
  const hasOtherCues = await takeCuesBack(transaction, merge, locked.get(keptId));
  await restorePairs(transaction, { trackIds, pairs: merge.pairs });
  await markMergeUndone(transaction, id);
  const planned = copies.flatMap(({ copyId, lent }) =>
    lent.planItems.map((itemId) => [itemId, copyId] as const),
  );
  return {
    kind: "undone",
    tracks: copies.length,
    left: leftInWords({ ...kept, hasOtherCues, goneCopies: merge.copies - copies.length }),
    planned: new Map(planned),
  };
}

/** @returns whether the kept track's cue points have changed since the merge, and so stay */
async function takeCuesBack(
  transaction: Connection,
  { keptId, cues }: StoredMerge,
  kept: SetCues | undefined,
): Promise<boolean> {
  if (cues === null || kept === undefined) return false;
  if (!isSameCues(cuesOf(kept), cues)) return true;
  await saveUserCues(transaction, { trackId: keptId, cues: NO_CUES });
  return false;
}
