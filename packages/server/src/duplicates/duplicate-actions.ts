import type { Database } from "../database/database.ts";
import type { StationEvents } from "../events/station-events.ts";
import { saveUserCues } from "../library/cues/cue-store.ts";
import { lendBelongings } from "../track-copies/lent-belongings-store.ts";
import { groupPairs } from "./duplicate-groups-rules.ts";
import { decidePairs, listPairsAmong, lockTracks, retireTrack } from "./duplicate-store.ts";
import { inheritCues } from "./merge-rules.ts";
import { insertMerge, listPairsBefore, type MergedCopy } from "./merge-store.ts";

interface DuplicateParts {
  readonly database: Database;
  readonly events: StationEvents;
}

type MergeOutcome =
  | { readonly kind: "merged"; readonly merged: number; readonly mergeId: number }
  /** Some are not files of the library. */
  | { readonly kind: "unknown" }
  | { readonly kind: "kept-is-missing" }
  /** Some were not found to be the same, or have been decided on since. */
  | { readonly kind: "no-duplicates" };

/** Keeps one track: it gets what belongs to the others, and they leave the rotation. Their files stay. */
export async function mergeDuplicates(
  { database, events }: DuplicateParts,
  {
    keptId,
    otherIds,
    decidedBy,
  }: { readonly keptId: string; readonly otherIds: readonly string[]; readonly decidedBy: string },
): Promise<MergeOutcome> {
  const copyIds = [...new Set(otherIds)].filter((id) => id !== keptId);
  const outcome = await database.transaction<MergeOutcome>(async (transaction) => {
    const ids = [keptId, ...copyIds];
    const locked = await lockTracks(transaction, ids);
    const kept = locked.get(keptId);
    if (kept === undefined || locked.size < ids.length) return { kind: "unknown" };
    if (kept.isMissing) return { kind: "kept-is-missing" };
    const [group] = groupPairs(await listPairsAmong(transaction, ids));
    if (group === undefined || group.trackIds.length < ids.length) return { kind: "no-duplicates" };
    const pairs = await listPairsBefore(transaction, ids);
    const copies: MergedCopy[] = [];
    for (const copyId of copyIds) {
      const lent = await lendBelongings(transaction, { trackId: keptId, copyId });
      const wasInRotation = locked.get(copyId)?.isInRotation === true;
      copies.push({ copyId, wasInRotation, lent });
      await retireTrack(transaction, copyId);
    }
    const others = copyIds.flatMap((copyId) => locked.get(copyId) ?? []);
    const cues = inheritCues(kept, others);
    if (cues !== null) await saveUserCues(transaction, { trackId: keptId, cues });
    await decidePairs(transaction, { pairs: pairsOf(ids), decision: "merged", decidedBy });
    const merge = { keptId, mergedBy: decidedBy, pairs, cues, copies };
    return {
      kind: "merged",
      merged: copyIds.length,
      mergeId: await insertMerge(transaction, merge),
    };
  });
  if (outcome.kind !== "merged") return outcome;
  events.publish({ type: "tracks.merged", merged: new Map(copyIds.map((id) => [id, keptId])) });
  events.publish({ type: "library.changed" });
  events.publish({ type: "playlists.changed" });
  return outcome;
}

/** Records that a track differs from these. */
export async function rejectDuplicates(
  { database }: Pick<DuplicateParts, "database">,
  {
    trackId,
    otherIds,
    decidedBy,
  }: { readonly trackId: string; readonly otherIds: readonly string[]; readonly decidedBy: string },
): Promise<
  { readonly kind: "rejected"; readonly rejected: number } | { readonly kind: "unknown" }
> {
  const others = [...new Set(otherIds)].filter((id) => id !== trackId);
  return await database.transaction(async (transaction) => {
    const locked = await lockTracks(transaction, [trackId, ...others]);
    if (locked.size < others.length + 1) return { kind: "unknown" } as const;
    const pairs = others.map((otherId) => ({ trackId, otherId }));
    await decidePairs(transaction, { pairs, decision: "different", decidedBy });
    return { kind: "rejected", rejected: pairs.length } as const;
  });
}

function pairsOf(ids: readonly string[]): readonly { trackId: string; otherId: string }[] {
  return ids.flatMap((trackId, index) =>
    ids.slice(index + 1).map((otherId) => ({ trackId, otherId })),
  );
}
