import {
  MAX_PREVIEWED_TRACKS,
  trackFields,
  type EditPreview,
  type TrackField,
  type TracksEdit,
} from "@neonrelay/contract";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Database } from "../../database/database.ts";
import type { StationEvents } from "../../events/station-events.ts";
import { findSettings } from "../../settings/settings-store.ts";
import { recordMisread } from "../attention/misread-store.ts";
import { applyKindRules } from "../kind-rules-store.ts";
import {
  decideEdit,
  decideUndo,
  fileFields,
  prepareEdit,
  valueInWords,
  type EditDecision,
  type PreparedEdit,
} from "./track-edit-rules.ts";
import {
  findEdit,
  findEditable,
  insertEdit,
  listEditedTracks,
  markUndone,
  saveValues,
  type EditableRow,
} from "./track-edit-store.ts";

export interface TrackEditParts {
  readonly database: Database;
  readonly events: StationEvents;
}

/** The cover in the folder of each file, or why there is none. */
type FolderCovers = ReadonlyMap<string, { readonly name: string } | { readonly problem: string }>;

type FindFolderCovers = (paths: readonly string[]) => Promise<FolderCovers>;

/** Whether the originals needed to undo an edit in its files fit. */
export type OriginalsRoom =
  | { readonly kind: "enough" }
  | { readonly kind: "too-little"; readonly neededBytes: number; readonly limitBytes: number };

/** A file that the edit would be written into. */
export interface FileToWrite {
  readonly path: string;
  readonly changesCover: boolean;
}

type FindRoom = (files: readonly FileToWrite[]) => Promise<OriginalsRoom>;

interface Decided {
  readonly row: EditableRow;
  readonly decision: EditDecision;
}

interface InvalidEdit {
  readonly kind: "invalid";
  readonly field: string;
  readonly problem: string;
}

/** Fields that can be written into a file. */
export const writtenFields: ReadonlySet<TrackField> = new Set([...fileFields, "contentKind"]);
/** Tracks decided before yielding to other work. */
const DECIDED_AT_ONCE = 50;
const NO_PATHS: FolderCovers = new Map();
const enoughRoom: OriginalsRoom = { kind: "enough" };

/** What an edit would do. */
export async function previewEdit(
  { database, findFolderCovers }: TrackEditParts & { readonly findFolderCovers: FindFolderCovers },
  edit: TracksEdit,
): Promise<InvalidEdit | { readonly kind: "preview"; readonly preview: EditPreview }> {
  const prepared = prepareEdit({
    changes: edit.changes,
    fileNameMask: edit.fileNameMask,
    misreading: edit.misreading,
  });
  if ("problem" in prepared) return { kind: "invalid", ...prepared };
  const rows = await findEditable(database.connection, edit.trackIds, { isLocked: false });
  const covers = await coversFor(prepared, rows, findFolderCovers);
  const decided = inOrder(await decideAll(prepared, rows, covers), edit.trackIds);
  const refused = decided.flatMap(({ row, decision }) =>
    decision.kind === "problem"
      ? [{ trackId: row.id, title: row.values.title, problem: decision.problem }]
      : [],
  );
  const changed = decided.flatMap(({ row, decision }) =>
    decision.kind === "changed" ? [{ row, ...decision }] : [],
  );
  const shown = changed.slice(0, MAX_PREVIEWED_TRACKS).map(({ row, before, after }) => ({
    trackId: row.id,
    title: row.values.title,
    changes: trackFields
      .filter((field) => field in after)
      .map((field) => ({
        field,
        before: valueInWords(field, before),
        after: field === "cover" && after.cover !== null ? "New cover" : valueInWords(field, after),
      })),
  }));
  return {
    kind: "preview",
    preview: {
      changed: changed.length,
      unchanged: decided.length - changed.length - refused.length,
      refused: refused.length,
      problems: refused.slice(0, MAX_PREVIEWED_TRACKS),
      tracks: shown,
    },
  };
}

/** Changes tracks and records their previous values. */
export async function editTracks(
  {
    database,
    events,
    findFolderCovers,
    findRoom,
  }: TrackEditParts & { readonly findFolderCovers: FindFolderCovers; readonly findRoom: FindRoom },
  {
    edit,
    writesFiles,
    mayLoseOriginals,
    editedBy,
  }: {
    readonly edit: TracksEdit;
    readonly writesFiles: boolean;
    readonly mayLoseOriginals: boolean;
    readonly editedBy: string;
  },
): Promise<
  | InvalidEdit
  | Extract<OriginalsRoom, { readonly kind: "too-little" }>
  | {
      readonly kind: "edited";
      readonly editId: number | null;
      readonly fields: readonly TrackField[];
      readonly changed: number;
      readonly refused: number;
    }
> {
  const prepared = prepareEdit({
    changes: edit.changes,
    fileNameMask: edit.fileNameMask,
    misreading: edit.misreading,
  });
  if ("problem" in prepared) return { kind: "invalid", ...prepared };
  const rows = await findEditable(database.connection, edit.trackIds, { isLocked: false });
  const covers = await coversFor(prepared, rows, findFolderCovers);
  const room = writesFiles
    ? await findRoom(filesToWrite(await decideAll(prepared, rows, covers)))
    : enoughRoom;
  if (room.kind === "too-little" && !mayLoseOriginals) return room;
  const keepsOriginals = room.kind === "enough";
  const outcome = await database.transaction(async (transaction) => {
    const locked = await findEditable(transaction, edit.trackIds, { isLocked: true });
    const decided = await decideAll(prepared, locked, covers);
    const refused = decided.filter(({ decision }) => decision.kind === "problem").length;
    const changed = decided.flatMap(({ row, decision }) =>
      decision.kind === "changed" ? [{ row, ...decision }] : [],
    );
    const fields = trackFields.filter((field) => changed.some(({ after }) => field in after));
    if (changed.length === 0) return { editId: null, fields, changed: 0, refused };
    await saveValues(
      transaction,
      changed.map(({ row, after }) => ({
        id: row.id,
        values: { ...row.values, ...after },
        byHand: byHandAfter(row, after),
      })),
    );
    if (fields.includes("genre")) await followKindRules(transaction, changed);
    await recordMisread(
      transaction,
      changed.map(({ row, after }) => ({ trackId: row.id, texts: { ...row.values, ...after } })),
    );
    const edited = changed.map((change) => toEdited(change, { writesFiles }));
    const editId = await insertEdit(transaction, {
      editedBy,
      fields,
      keepsOriginals,
      edited,
    });
    return { editId, fields, changed: changed.length, refused };
  });
  if (outcome.changed > 0) publish(events);
  return { kind: "edited", ...outcome };
}

/** Undoes an edit; fields that have changed since stay. */
export async function undoEdit(
  { database, events }: TrackEditParts,
  id: number,
): Promise<
  | { readonly kind: "unknown" }
  | { readonly kind: "undone-before" }
  | { readonly kind: "undone"; readonly kept: number; readonly tracks: number }
> {
  const outcome = await database.transaction(async (transaction) => {
    const edit = await findEdit(transaction, id);
    if (edit === null) return { kind: "unknown" } as const;
    if (edit.undoneAt !== null) return { kind: "undone-before" } as const;
    const edited = new Map(
      (await listEditedTracks(transaction, id)).map((track) => [track.trackId, track]),
    );
    const rows = await findEditable(transaction, [...edited.keys()], { isLocked: true });
    let kept = 0;
    const undone = rows.flatMap((row) => {
      const track = edited.get(row.id);
      if (track === undefined) return [];
      const decision = decideUndo({ values: row.values, ...track });
      kept += decision.kept.length;
      const fields = Object.keys(decision.back);
      const byHand = row.byHand.filter((field) => !fields.includes(field));
      const again = track.byHandBefore.filter((field) => fields.includes(field));
      // The file still has the edited value until it is restored.
      const untilWritten = trackFields.filter(
        (field) =>
          (track.fileState === "written" || track.hasOriginal) &&
          fields.includes(field) &&
          fileFields.includes(field),
      );
      return [
        {
          id: row.id,
          values: { ...row.values, ...decision.back },
          byHand: [...new Set([...byHand, ...again, ...untilWritten])],
        },
      ];
    });
    await saveValues(transaction, undone);
    await recordMisread(
      transaction,
      undone.map(({ id: trackId, values }) => ({ trackId, texts: values })),
    );
    await markUndone(transaction, id);
    return { kind: "undone", kept, tracks: undone.length } as const;
  });
  if (outcome.kind === "undone") publish(events);
  return outcome;
}

function publish(events: StationEvents): void {
  events.publish({ type: "library.changed" });
  // The tracks of rule-based playlists may change.
  events.publish({ type: "playlists.changed" });
}

async function coversFor(
  { changes }: PreparedEdit,
  rows: readonly EditableRow[],
  findFolderCovers: FindFolderCovers,
): Promise<FolderCovers> {
  const paths = rows.filter(({ kind }) => kind === "file").map(({ path }) => path);
  return changes.cover?.do === "folder" && paths.length > 0
    ? await findFolderCovers(paths)
    : NO_PATHS;
}

async function decideAll(
  prepared: PreparedEdit,
  rows: readonly EditableRow[],
  covers: FolderCovers,
): Promise<readonly Decided[]> {
  const decided: Decided[] = [];
  for (const row of rows) {
    if (decided.length % DECIDED_AT_ONCE === DECIDED_AT_ONCE - 1) await nextTurn();
    const path = row.kind === "file" ? row.path : null;
    const folderCover = covers.get(row.path) ?? null;
    decided.push({
      row,
      decision: decideEdit(prepared, { values: row.values, path, folderCover }),
    });
  }
  return decided;
}

type Change = { readonly row: EditableRow } & Extract<EditDecision, { readonly kind: "changed" }>;

function toEdited(
  { row, before, after }: Change,
  { writesFiles }: { readonly writesFiles: boolean },
) {
  const isWritten = writesFiles && row.kind === "file" && hasAny(after, writtenFields);
  const byHandBefore = row.byHand.filter((field) => field in after);
  const fileState = isWritten ? ("waiting" as const) : ("none" as const);
  return { trackId: row.id, before, after, byHandBefore, fileState };
}

function filesToWrite(decided: readonly Decided[]): readonly FileToWrite[] {
  return decided.flatMap(({ row, decision }) =>
    decision.kind === "changed" && row.kind === "file" && hasAny(decision.after, writtenFields)
      ? [{ path: row.path, changesCover: "cover" in decision.after }]
      : [],
  );
}

function inOrder(decided: readonly Decided[], trackIds: readonly string[]): readonly Decided[] {
  const byId = new Map(decided.map((one) => [one.row.id, one]));
  return [...new Set(trackIds)].flatMap((id) => byId.get(id) ?? []);
}

function byHandAfter(row: EditableRow, after: object): readonly TrackField[] {
  const isSet = (field: TrackField) =>
    field in after &&
    (field === "contentKind" || (row.kind === "file" && fileFields.includes(field)));
  return [...new Set([...row.byHand, ...trackFields.filter(isSet)])];
}

function hasAny(after: object, fields: ReadonlySet<TrackField>): boolean {
  return Object.keys(after).some((name) => trackFields.some((f) => f === name && fields.has(f)));
}

async function followKindRules(
  transaction: Parameters<typeof applyKindRules>[0],
  changed: readonly { readonly row: EditableRow }[],
): Promise<void> {
  const rules = (await findSettings(transaction))?.kindRules ?? [];
  await applyKindRules(transaction, { rules, trackIds: changed.map(({ row }) => row.id) });
}
