import { type DuplicateGroup, type DuplicateTrack, duplicatesApi } from "@neonrelay/contract";
import type { Database } from "../database/database.ts";
import type { Deletions } from "../deletions/deletions.ts";
import type { StationEvents } from "../events/station-events.ts";
import { ApiFailure } from "../http-kit/api-failure.ts";
import { feature, type HandlersFor } from "../http-kit/route.ts";
import { requesterName } from "../identity/rights-rules.ts";
import { artAddress } from "../library/track-rules.ts";
import type { SystemLog } from "../logs/system-log.ts";
import { mergeDuplicates, rejectDuplicates } from "./duplicate-actions.ts";
import { compareCopies, groupPairs } from "./duplicate-groups-rules.ts";
import {
  countWaiting,
  listDuplicateTracks,
  listPairs,
  type StoredDuplicate,
} from "./duplicate-store.ts";
import { listMerges } from "./merge-store.ts";
import { undoMerge } from "./merge-undo.ts";

const SHOWN_FOLDERS = 2;
const GONE = "One of these tracks is no longer in the library: reload the list";

export const duplicateFeature = feature(duplicatesApi, duplicateHandlers);

/** Duplicate tracks, and operators' decisions about them. */
function duplicateHandlers({
  database,
  deletions,
  events,
  systemLog,
}: {
  readonly database: Database;
  readonly deletions: Deletions;
  readonly events: StationEvents;
  readonly systemLog: SystemLog;
}): HandlersFor<typeof duplicatesApi> {
  const { connection } = database;
  return {
    listDuplicates: async ({ query: { offset, limit } }) => {
      const groups = groupPairs(await listPairs(connection));
      const page = groups.slice(offset, offset + limit);
      const stored = await listDuplicateTracks(
        connection,
        page.flatMap(({ trackIds }) => trackIds),
      );
      const byId = new Map(stored.map((track) => [track.id, track]));
      return {
        groups: page.map((group) => toGroup(group, byId)),
        total: groups.length,
        waiting: await countWaiting(connection),
      };
    },
    mergeDuplicates: async ({ body }, { caller }) => {
      const outcome = await mergeDuplicates(
        { database, events },
        { ...body, decidedBy: requesterName(caller) },
      );
      switch (outcome.kind) {
        case "merged":
          systemLog.recordOperatorAction({
            who: caller,
            action: "merged duplicates",
            details: { keptId: body.keptId, merged: outcome.merged },
          });
          return { merged: outcome.merged, mergeId: outcome.mergeId };
        case "unknown":
          throw new ApiFailure({ error: GONE, code: "not_found" });
        case "kept-is-missing":
          throw new ApiFailure({
            error: "The file of the track to keep is missing: keep another one",
            code: "conflict",
          });
        case "no-duplicates":
          throw new ApiFailure({
            error: "These tracks are no longer duplicates: reload the list",
            code: "conflict",
          });
        default:
          return outcome satisfies never;
      }
    },
    ...mergeHandlers({ database, events, deletions, systemLog }),
    rejectDuplicates: async ({ body }, { caller }) => {
      const outcome = await rejectDuplicates(
        { database },
        { ...body, decidedBy: requesterName(caller) },
      );
      if (outcome.kind === "unknown") throw new ApiFailure({ error: GONE, code: "not_found" });
      systemLog.recordOperatorAction({
        who: caller,
        action: "told duplicates apart",
        details: { trackId: body.trackId, others: outcome.rejected },
      });
      return { rejected: outcome.rejected };
    },
  };
}

function toGroup(
  { trackIds, agreement }: { readonly trackIds: readonly string[]; readonly agreement: number },
  byId: ReadonlyMap<string, StoredDuplicate>,
): DuplicateGroup {
  const copies = trackIds
    .flatMap((id) => byId.get(id) ?? [])
    .map((track) => ({ ...track, isMissing: track.missingSince !== null }))
    .toSorted(compareCopies);
  const [first] = copies;
  const isOneFile =
    first !== undefined &&
    first.fingerprint !== null &&
    copies.every(({ fingerprint }) => fingerprint === first.fingerprint);
  return {
    likeness: isOneFile ? "file" : "recording",
    agreementPercent: Math.round(agreement * 100),
    tracks: copies.map(toDuplicateTrack),
  };
}

function toDuplicateTrack(
  track: StoredDuplicate & { readonly isMissing: boolean },
): DuplicateTrack {
  const { id, title, artist, album, codec, sampleRateHz, durationMs, sizeBytes } = track;
  const { isMissing, isInRotation, plays, playlists, favourites } = track;
  return {
    id,
    title,
    artist,
    album,
    albumArt: artAddress(track),
    file: track.path
      .split("/")
      .slice(-1 - SHOWN_FOLDERS)
      .join("/"),
    codec,
    bitrate: track.bitrateKbps,
    sampleRateHz,
    durationMs,
    sizeBytes,
    addedAt: track.addedAt.toISOString(),
    isMissing,
    isInRotation,
    plays,
    playlists,
    favourites,
  };
}

/** Recent merges, which can be undone. */
function mergeHandlers({
  database,
  events,
  deletions,
  systemLog,
}: {
  readonly database: Database;
  readonly events: StationEvents;
  readonly deletions: Deletions;
  readonly systemLog: SystemLog;
}): Pick<HandlersFor<typeof duplicatesApi>, "listMerges" | "undoMerge"> {
  return {
    listMerges: async () =>
      (await listMerges(database.connection)).map(({ mergedAt, undoneAt, ...merge }) => ({
        ...merge,
        mergedAt: mergedAt.toISOString(),
        isUndone: undoneAt !== null,
      })),
    undoMerge: async ({ params: { id } }, { caller }) => {
      const outcome = await undoMerge({ database, events, deletions }, id);
      switch (outcome.kind) {
        case "undone":
          systemLog.recordOperatorAction({
            who: caller,
            action: "undid a merge of duplicates",
            details: { merge: id, tracks: outcome.tracks },
          });
          return { tracks: outcome.tracks, left: [...outcome.left] };
        case "unknown":
          throw new ApiFailure({ error: "This merge no longer exists", code: "not_found" });
        case "undone-before":
          throw new ApiFailure({ error: "This merge was already undone", code: "conflict" });
        default:
          return outcome satisfies never;
      }
    },
  };
}
