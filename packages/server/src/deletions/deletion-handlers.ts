import { MAX_LISTED_USES, deletionsApi, type UsedTrack } from "@neonrelay/contract";
import type { Database } from "../database/database.ts";
import { ApiFailure } from "../http-kit/api-failure.ts";
import { feature, type HandlersFor } from "../http-kit/route.ts";
import { requesterName } from "../identity/rights-rules.ts";
import type { SystemLog } from "../logs/system-log.ts";
import type { Settings } from "../settings/settings.ts";
import type { DeletionFailure } from "./deletion-actions.ts";
import { erasedAt } from "./deletion-rules.ts";
import { findDoomed, listDeletions, measureDeletions } from "./deletion-store.ts";
import type { Deletions } from "./deletions.ts";
import { listUsedTracks } from "./track-use-store.ts";

const SHOWN_FOLDERS = 2;
const SHOWN_FAILURES = 100;

export const deletionFeature = feature(deletionsApi, deletionHandlers);

/** Deletes and restores tracks, and erases their files. */
function deletionHandlers({
  database,
  settings,
  deletions,
  systemLog,
}: {
  readonly database: Database;
  readonly settings: Settings;
  readonly deletions: Deletions;
  readonly systemLog: SystemLog;
}): HandlersFor<typeof deletionsApi> {
  const { connection } = database;
  return {
    checkTracksDeletion: async ({ body: { trackIds } }) => {
      const doomed = await findDoomed(connection, trackIds, { isLocked: false });
      const withFile = doomed.filter(({ kind }) => kind === "file");
      const used = await listUsedTracks(connection, trackIds);
      return {
        files: withFile.length,
        sizeBytes: withFile.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
        streams: doomed.length - withFile.length,
        usedCount: used.length,
        used: used.slice(0, MAX_LISTED_USES),
      };
    },
    deleteTracks: async ({ body }, { caller }) => {
      const outcome = await deletions.delete({ ...body, deletedBy: requesterName(caller) });
      if (outcome.kind === "in-use")
        throw new ApiFailure({ error: inUseWords(outcome.used), code: "conflict" });
      const { deleted, failures } = outcome;
      systemLog.recordOperatorAction({
        who: caller,
        action: "deleted tracks",
        details: { tracks: deleted, files: body.files, failed: failures.length },
      });
      return { deleted, failures: shown(failures) };
    },
    listDeletions: async ({ query }) => {
      const { trashDays } = settings.current;
      const rows = await listDeletions(connection, query);
      return {
        ...(await measureDeletions(connection)),
        deletions: rows.map((row) => ({
          trackId: row.trackId,
          title: row.title,
          artist: row.artist,
          file: endOf(row.state === "kept" ? row.trackPath : row.path),
          sizeBytes: row.sizeBytes,
          state: row.state === "kept" ? "kept" : "trashed",
          deletedAt: row.deletedAt.toISOString(),
          deletedBy: row.deletedBy,
          erasedAt: erasedAt(row, trashDays)?.toISOString() ?? null,
        })),
      };
    },
    restoreDeletions: async ({ body: { trackIds } }, { caller }) => {
      const { restored, failures } = await deletions.restore(trackIds);
      systemLog.recordOperatorAction({
        who: caller,
        action: "restored deleted tracks",
        details: { tracks: restored, failed: failures.length },
      });
      return { restored, failures: shown(failures) };
    },
    emptyTrash: async ({ body: { trackIds } }, { caller }) => {
      const { erased, failures } = await deletions.empty(trackIds ?? null);
      systemLog.recordOperatorAction({
        who: caller,
        action: "erased files in the trash",
        details: { files: erased, failed: failures.length },
      });
      return { erased, failures: shown(failures) };
    },
  };
}

function shown(failures: readonly DeletionFailure[]) {
  return failures.slice(0, SHOWN_FAILURES).map((failure) => ({ ...failure }));
}

function inUseWords(used: readonly UsedTrack[]): string {
  const [first] = used;
  if (used.length === 1 && first !== undefined)
    return `'${first.title}' is in use: confirm that you want to delete it`;
  return `${used.length} of these tracks are in use: confirm that you want to delete them`;
}

function endOf(filePath: string): string {
  return filePath
    .split("/")
    .slice(-1 - SHOWN_FOLDERS)
    .join("/");
}
