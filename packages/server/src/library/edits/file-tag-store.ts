import type { TrackField } from "@neonrelay/contract";
import { and, asc, eq, inArray, isNotNull, sql } from "drizzle-orm";
import type { Connection } from "../../database/database.ts";
import { tracks } from "../library-tables.ts";
import { artistKeysOf } from "../artist-rules.ts";
import { editedTracks, trackEdits } from "../track-edit-tables.ts";
import { searchTextOf, sortKeyOf } from "../track-rules.ts";
import type { NewTrack } from "../track-store.ts";
import { byHandAfterRestore, withLists } from "./track-edit-rules.ts";
import {
  findEdit,
  findEditable,
  ORIGINAL_NOT_KEPT,
  parseValues,
  type EditableRow,
} from "./track-edit-store.ts";

/** A file that waits for an edit to be written into it, or undone in it. */
export interface WaitingFile {
  readonly editId: number;
  readonly track: EditableRow;
  /** The fields changed by the edit. */
  readonly fields: readonly TrackField[];
  readonly isUndone: boolean;
  readonly keepsOriginal: boolean;
  /** Whether a record of the original exists. */
  readonly hasOriginal: boolean;
}

/** Size, time and content by which a scan recognises a file. */
interface FileFacts {
  readonly sizeBytes: number;
  readonly modifiedAtMs: number;
  readonly fingerprint: string | null;
}

/** Files that wait, each once: undone edits first, newest edit first, then edits to write, oldest first. */
export async function listWaitingFiles(
  connection: Connection,
  limit: number,
): Promise<readonly WaitingFile[]> {
  const waiting = await connection
    .select({
      editId: editedTracks.editId,
      trackId: editedTracks.trackId,
      after: editedTracks.after,
      isUndone: isNotNull(trackEdits.undoneAt).mapWith(Boolean),
      keepsOriginal: trackEdits.keepsOriginals,
      hasOriginal: isNotNull(editedTracks.originalBytes).mapWith(Boolean),
    })
    .from(editedTracks)
    .innerJoin(trackEdits, eq(trackEdits.id, editedTracks.editId))
    .where(eq(editedTracks.fileState, "waiting"))
    .orderBy(
      sql`${trackEdits.undoneAt} is null`,
      sql`case when ${trackEdits.undoneAt} is null then ${editedTracks.editId} else -${editedTracks.editId} end`,
      asc(editedTracks.trackId),
    )
    .limit(limit);
  const rows = await findEditable(
    connection,
    waiting.map(({ trackId }) => trackId),
    { isLocked: false },
  );
  const trackOf = new Map(rows.map((row) => [row.id, row]));
  const met = new Set<string>();
  return waiting.flatMap(({ trackId, after, ...one }) => {
    const track = trackOf.get(trackId);
    if (track === undefined || met.has(trackId)) return [];
    met.add(trackId);
    return [{ ...one, track, fields: fieldsIn(after) }];
  });
}

/** Keys were written by this version or an older one, so each is a field. */
function fieldsIn(after: unknown): readonly TrackField[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it was stored from values of fields
  return Object.keys(after ?? {}) as TrackField[];
}

/** The file has these fields now, so that scans follow it again in those that have not changed since. */
export async function saveWritten(
  transaction: Connection,
  {
    editId,
    written,
    inFile,
    problem,
    file,
  }: {
    readonly editId: number;
    /** The values that were written. */
    readonly written: EditableRow;
    readonly inFile: readonly TrackField[];
    readonly problem: string | null;
    readonly file: FileFacts;
  },
): Promise<void> {
  const trackId = written.id;
  // Locked before the track, in the same order as undo.
  const edit = await findEdit(transaction, editId);
  const [now] = await findEditable(transaction, [trackId], { isLocked: true });
  if (edit === null || now === undefined) return;
  const isSaid = (field: TrackField) =>
    inFile.includes(field) && now.values[field] === written.values[field];
  const others = now.byHand.filter((field) => field !== "contentKind" && !isSaid(field));
  const isUndone = edit.undoneAt !== null;
  // The edit was undone during the write: until the file is restored, it differs from the library.
  const changed = inFile.filter((field) => field !== "contentKind" && !isSaid(field));
  const fieldsByHand = isUndone ? [...new Set([...others, ...changed])] : others;
  await transaction
    .update(tracks)
    .set({ ...file, fieldsByHand })
    .where(eq(tracks.id, trackId));
  if (!isUndone) {
    await setFileState(transaction, { editId, trackId, fileState: "written", problem });
    return;
  }
  const edited = await findEdited(transaction, { editId, trackId });
  if (edited?.originalBytes !== null) return; // undo pending
  await transaction
    .update(editedTracks)
    .set({ fileState: "failed", fileProblem: ORIGINAL_NOT_KEPT })
    .where(isOf({ editId, trackId }));
}

/** The file is restored to before the edit. Older edits that were undone before this one can now be undone in it. */
export async function saveRestored(
  transaction: Connection,
  {
    editId,
    trackId,
    file,
  }: { readonly editId: number; readonly trackId: string; readonly file: FileFacts },
): Promise<void> {
  const [now] = await findEditable(transaction, [trackId], { isLocked: true });
  const edited = await findEdited(transaction, { editId, trackId });
  if (now === undefined || edited === null) return;
  const fieldsByHand = byHandAfterRestore(now, {
    before: parseValues(edited.before),
    byHandBefore: edited.byHandBefore,
  });
  await transaction
    .update(tracks)
    .set({ ...file, fieldsByHand: [...fieldsByHand] })
    .where(eq(tracks.id, trackId));
  await transaction
    .update(editedTracks)
    .set({ fileState: "written", fileProblem: null, originalBytes: null, originalPictures: [] })
    .where(isOf({ editId, trackId }));
  await transaction.execute(sql`
    update ${editedTracks} set file_state = 'waiting', file_problem = null
    from ${trackEdits}
    where ${trackEdits.id} = ${editedTracks.editId} and ${trackEdits.undoneAt} is not null
      and ${editedTracks.trackId} = ${trackId} and ${editedTracks.editId} < ${editId}
      and ${editedTracks.fileState} = 'failed' and ${editedTracks.originalBytes} is not null`);
}

async function findEdited(
  transaction: Connection,
  edited: { readonly editId: number; readonly trackId: string },
) {
  const [row] = await transaction
    .select({
      before: editedTracks.before,
      byHandBefore: editedTracks.byHandBefore,
      originalBytes: editedTracks.originalBytes,
    })
    .from(editedTracks)
    .where(isOf(edited));
  return row ?? null;
}

function isOf({ editId, trackId }: { readonly editId: number; readonly trackId: string }) {
  return and(eq(editedTracks.editId, editId), eq(editedTracks.trackId, trackId));
}

export async function saveFailed(
  connection: Connection,
  failure: { readonly editId: number; readonly trackId: string; readonly problem: string },
): Promise<void> {
  await setFileState(connection, { ...failure, fileState: "failed" });
}

async function setFileState(
  connection: Connection,
  {
    editId,
    trackId,
    fileState,
    problem,
  }: {
    readonly editId: number;
    readonly trackId: string;
    readonly fileState: "written" | "failed";
    readonly problem: string | null;
  },
): Promise<void> {
  await connection
    .update(editedTracks)
    .set({ fileState, fileProblem: problem })
    // It may have been undone in the meantime.
    .where(and(isOf({ editId, trackId }), eq(editedTracks.fileState, "waiting")));
}

/** Edits that could not be written into files, or only in part. */
export async function listFileProblems(
  connection: Connection,
  editIds: readonly number[],
): Promise<
  readonly {
    readonly editId: number;
    readonly trackId: string;
    readonly title: string;
    readonly reason: string;
  }[]
> {
  if (editIds.length === 0) return [];
  const rows = await connection
    .select({
      editId: editedTracks.editId,
      trackId: editedTracks.trackId,
      title: tracks.title,
      reason: editedTracks.fileProblem,
    })
    .from(editedTracks)
    .innerJoin(tracks, eq(tracks.id, editedTracks.trackId))
    .where(
      and(inArray(editedTracks.editId, [...editIds]), sql`${editedTracks.fileProblem} is not null`),
    )
    .orderBy(asc(editedTracks.editId), asc(tracks.sortKey));
  return rows.flatMap(({ reason, ...row }) => (reason === null ? [] : [{ ...row, reason }]));
}

/** An unchanged file without a title of its own keeps the title it has: its file name may have changed. */
export async function keepTitle(
  transaction: Connection,
  track: NewTrack,
  { hasArtist }: { readonly hasArtist: boolean },
): Promise<NewTrack> {
  const { path, fingerprint } = track;
  if (fingerprint === null) return track;
  const [stored] = await transaction
    .select({ title: tracks.title, artist: tracks.artist, artists: tracks.artists })
    .from(tracks)
    .where(and(eq(tracks.path, path), eq(tracks.fingerprint, fingerprint)));
  // An older release stored the whole "Artist - Title" name as the title.
  const isWholeName = stored?.title === `${track.artist} - ${track.title}`;
  if (stored === undefined || isWholeName) return track;
  return withTexts(track, hasArtist ? { title: stored.title } : stored);
}

/** The re-read tags of a file, except for fields that an operator set and that are not in the file. */
export async function keepFieldsByHand(
  transaction: Connection,
  track: NewTrack,
): Promise<NewTrack> {
  const [stored] = await transaction
    .select({ id: tracks.id })
    .from(tracks)
    .where(and(eq(tracks.path, track.path), sql`cardinality(${tracks.fieldsByHand}) > 0`));
  if (stored === undefined) return track;
  const [row] = await findEditable(transaction, [stored.id], { isLocked: true });
  if (row === undefined) return track;
  const { cover, ...values } = row.values;
  const byHand = withLists(row.byHand.filter((field) => field !== "contentKind"));
  const kept = Object.fromEntries(
    Object.entries({ ...values, cover }).flatMap(([field, value]) =>
      byHand.some((name) => name === field)
        ? [[field === "cover" ? "artworkName" : field, value]]
        : [],
    ),
  );
  return withTexts(track, kept);
}

function withTexts(track: NewTrack, kept: Partial<NewTrack>): NewTrack {
  const changed = { ...track, ...kept };
  const { title, artist, album = null, genre = null, year = null } = changed;
  const texts = { title, artist, album, genre, year };
  const artistKeys = artistKeysOf(changed.artists);
  return { ...changed, artistKeys, sortKey: sortKeyOf(texts), searchText: searchTextOf(texts) };
}
