import type { TrackField } from "@neonrelay/contract";
import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Connection } from "../../database/database.ts";
import { tracks } from "../library-tables.ts";
import { editedTracks } from "../track-edit-tables.ts";
import { artistKeysOf } from "../artist-rules.ts";
import { searchTextOf, sortKeyOf } from "../track-rules.ts";
import type { NewTrack } from "../track-store.ts";
import { withLists } from "./track-edit-rules.ts";
import { findEditable, type EditableRow } from "./track-edit-store.ts";

/** A file that an edit waits to be written into. */
export interface WaitingFile {
  readonly editId: number;
  readonly track: EditableRow;
  /** Those of the edit. */
  readonly fields: readonly TrackField[];
}

/** The oldest files that wait, each once. */
export async function listWaitingFiles(
  connection: Connection,
  limit: number,
): Promise<readonly WaitingFile[]> {
  const waiting = await connection
    .select({
      editId: editedTracks.editId,
      trackId: editedTracks.trackId,
      after: editedTracks.after,
    })
    .from(editedTracks)
    .where(eq(editedTracks.fileState, "waiting"))
    .orderBy(asc(editedTracks.editId), asc(editedTracks.trackId))
    .limit(limit);
  const rows = await findEditable(
    connection,
    waiting.map(({ trackId }) => trackId),
    { isLocked: false },
  );
  const trackOf = new Map(rows.map((row) => [row.id, row]));
  const met = new Set<string>();
  return waiting.flatMap(({ editId, trackId, after }) => {
    const track = trackOf.get(trackId);
    if (track === undefined || met.has(trackId)) return [];
    met.add(trackId);
    return [{ editId, track, fields: fieldsIn(after) }];
  });
}

/** Keys are written by this version or an older one, so each is a field. */
function fieldsIn(after: unknown): readonly TrackField[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it was stored from values of fields
  return Object.keys(after ?? {}) as TrackField[];
}

/** The file has these fields now, and is followed in those that have not changed since. */
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
    /** As it was when it was written. */
    readonly written: EditableRow;
    readonly inFile: readonly TrackField[];
    readonly problem: string | null;
    readonly file: {
      readonly sizeBytes: number;
      readonly modifiedAtMs: number;
      readonly fingerprint: string | null;
    };
  },
): Promise<void> {
  const [now] = await findEditable(transaction, [written.id], { isLocked: true });
  if (now === undefined) return;
  const fieldsByHand = now.byHand.filter(
    (field) =>
      field !== "contentKind" &&
      !(inFile.includes(field) && now.values[field] === written.values[field]),
  );
  await transaction
    .update(tracks)
    .set({ ...file, fieldsByHand })
    .where(eq(tracks.id, written.id));
  const trackId = written.id;
  await setFileState(transaction, { editId, trackId, fileState: "written", problem });
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
    .where(
      and(
        eq(editedTracks.editId, editId),
        eq(editedTracks.trackId, trackId),
        // It may have been undone meanwhile.
        eq(editedTracks.fileState, "waiting"),
      ),
    );
}

/** What could not be written into files, or only in part. */
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

/** The same file without a title of its own, read again, keeps the title it has: its name may be another one by now. */
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
  // An older release took a name that says both for the title.
  const isWholeName = stored?.title === `${track.artist} - ${track.title}`;
  if (stored === undefined || isWholeName) return track;
  return withTexts(track, hasArtist ? { title: stored.title } : stored);
}

/** What a file that is read again says, but for the fields that an operator set and that are not in the file. */
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
