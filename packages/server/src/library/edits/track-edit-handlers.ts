import { type ApiError, trackEditsApi, type TrackEdit } from "@neonrelay/contract";
import path from "node:path";
import { ApiFailure } from "../../http-kit/api-failure.ts";
import { feature, type HandlersFor } from "../../http-kit/route.ts";
import { requesterName } from "../../identity/rights-rules.ts";
import type { SystemLog } from "../../logs/system-log.ts";
import { findFolderCovers } from "../../media/picture-jobs.ts";
import type { MediaRun } from "../../media/media-runner.ts";
import type { Settings } from "../../settings/settings.ts";
import { ARTWORK_FOLDER } from "../artwork-folder.ts";
import { artAddress } from "../track-rules.ts";
import { listFileProblems } from "./file-tag-store.ts";
import { findOriginalsRoom } from "./tag-jobs.ts";
import { MEGABYTE } from "./tag-originals.ts";
import type { TagWriter } from "./tag-writer.ts";
import {
  editTracks,
  previewEdit,
  undoEdit,
  type FileToWrite,
  type OriginalsRoom,
  type TrackEditParts,
} from "./track-edit-actions.ts";
import { countFiles, findEditable, listEdits, type EditableRow } from "./track-edit-store.ts";

const SHOWN_FOLDERS = 2;
const SHOWN_PROBLEMS = 20;

/** API for edits of tracks and their outcome. */
export const trackEditFeature = feature(trackEditsApi, trackEditHandlers);

function trackEditHandlers({
  systemLog,
  tagWriter,
  media,
  dataDir,
  settings,
  ...parts
}: TrackEditParts & {
  readonly settings: Pick<Settings, "current">;
  readonly systemLog: SystemLog;
  readonly tagWriter: Pick<TagWriter, "writeSoon">;
  readonly media: Pick<MediaRun, "childUrl" | "fileLimitMs">;
  readonly dataDir: string;
}): HandlersFor<typeof trackEditsApi> {
  const artworkFolder = path.join(dataDir, ARTWORK_FOLDER);
  const making = {
    ...parts,
    findFolderCovers: (paths: readonly string[]) =>
      findFolderCovers(paths, { artworkFolder, media }),
    findRoom: (files: readonly FileToWrite[]) =>
      findOriginalsRoom(files, {
        media,
        limitBytes: settings.current.tagOriginalsMegabytes * MEGABYTE,
      }),
  };
  const { connection } = parts.database;
  const editOf = async (id: number): Promise<TrackEdit> => {
    const edit = (await listTrackEdits(connection)).find((one) => one.id === id);
    if (edit === undefined) throw new Error("the edit just stored is gone");
    return edit;
  };
  return {
    getTracksFields: async ({ body: { trackIds } }) => {
      const rows = await findEditable(connection, trackIds, { isLocked: false });
      const byId = new Map(rows.map((row) => [row.id, row]));
      return [...new Set(trackIds)].flatMap((id) => {
        const row = byId.get(id);
        return row === undefined ? [] : [toEditable(row)];
      });
    },
    previewTracksEdit: async ({ body }) => {
      const outcome = await previewEdit(making, body);
      return outcome.kind === "preview" ? outcome.preview : refuse(outcome);
    },
    editTracks: async ({ body: { writesFiles, mayLoseOriginals, ...edit } }, { caller }) => {
      const editedBy = requesterName(caller);
      const how = { writesFiles, mayLoseOriginals, editedBy };
      const outcome = await editTracks(making, { edit, ...how });
      if (outcome.kind === "invalid") return refuse(outcome);
      if (outcome.kind === "too-little") throw new ApiFailure(wordTooLittle(outcome));
      const { editId, fields, changed, refused } = outcome;
      if (editId === null) return { edit: null, refused };
      systemLog.recordOperatorAction({
        who: caller,
        action: "edited tracks",
        details: { tracks: changed, fields, writesFiles },
      });
      // Even with nothing to write: the originals of the oldest edit may have to be removed.
      tagWriter.writeSoon();
      return { edit: await editOf(editId), refused };
    },
    listTracksEdits: async () => [...(await listTrackEdits(connection))],
    undoTracksEdit: async ({ params: { id } }, { caller }) => {
      const outcome = await undoEdit(parts, id);
      if (outcome.kind === "unknown")
        throw new ApiFailure({ error: "This edit no longer exists", code: "not_found" });
      if (outcome.kind === "undone-before")
        throw new ApiFailure({ error: "This edit has already been undone", code: "conflict" });
      systemLog.recordOperatorAction({
        who: caller,
        action: "undid an edit of tracks",
        details: { tracks: outcome.tracks, kept: outcome.kept },
      });
      tagWriter.writeSoon();
      return { edit: await editOf(id), kept: outcome.kept };
    },
  };
}

type Connection = TrackEditParts["database"]["connection"];

async function listTrackEdits(connection: Connection): Promise<readonly TrackEdit[]> {
  const edits = await listEdits(connection);
  const ids = edits.map(({ id }) => id);
  const counts = await countFiles(connection, ids);
  const problems = Map.groupBy(await listFileProblems(connection, ids), ({ editId }) => editId);
  return edits.map((edit) => {
    const { tracks, firstTitle, ...files } = counts.get(edit.id) ?? noFiles;
    return {
      id: edit.id,
      editedAt: edit.editedAt.toISOString(),
      editedBy: edit.editedBy,
      fields: [...edit.fields],
      tracks,
      firstTitle,
      isUndone: edit.undoneAt !== null,
      files,
      failures: (problems.get(edit.id) ?? [])
        .slice(0, SHOWN_PROBLEMS)
        .map(({ trackId, title, reason }) => ({ trackId, title, reason })),
    };
  });
}

const noFiles = {
  tracks: 0,
  firstTitle: null,
  waiting: 0,
  written: 0,
  failed: 0,
  withoutUndo: 0,
};

function wordTooLittle({
  neededBytes,
  limitBytes,
}: Extract<OriginalsRoom, { readonly kind: "too-little" }>): ApiError {
  const needed = Math.ceil(neededBytes / MEGABYTE);
  const limit = Math.floor(limitBytes / MEGABYTE);
  return {
    error: `Undo in the files won't be possible: it may need ${needed} MB, and Settings, Streaming gives it ${limit} MB`,
    code: "conflict",
  };
}

function toEditable({ id, kind, path: filePath, values, byHand }: EditableRow) {
  const { cover, ...fields } = values;
  return {
    id,
    file:
      kind !== "file"
        ? null
        : filePath
            .split("/")
            .slice(-1 - SHOWN_FOLDERS)
            .join("/"),
    albumArt: artAddress({ id, artworkName: cover }),
    ...fields,
    fieldsByHand: [...byHand],
  };
}

function refuse({ field, problem }: { readonly field: string; readonly problem: string }): never {
  throw new ApiFailure({ error: `${field}: ${problem}`, code: "invalid_request", field });
}
