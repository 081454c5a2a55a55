import {
  MAX_TRACK_EDITS,
  trackFields,
  trackFieldsSchema,
  type TrackField,
} from "@neonrelay/contract";
import { asc, desc, eq, inArray, lte, sql, type SQL } from "drizzle-orm";
import * as z from "zod/mini";
import type { Connection } from "../../database/database.ts";
import { libraryWords, tracks } from "../library-tables.ts";
import { editedTracks, trackEdits, type fileStates } from "../track-edit-tables.ts";
import { artistKeysOf, namesOf } from "../artist-rules.ts";
import { searchTextOf, sortKeyOf } from "../track-rules.ts";
import { pick, type FieldValues } from "./track-edit-rules.ts";

/** A statement for more tracks may exceed the embedded database's time limit on a busy machine. */
const TRACKS_AT_ONCE = 250;

type FileState = (typeof fileStates)[number];

export const ORIGINAL_NOT_KEPT =
  "Its original is no longer kept: the file keeps this edit, and the library has undone it";

/** A track with everything an edit needs. */
export interface EditableRow {
  readonly id: string;
  readonly kind: "file" | "stream" | "source";
  readonly path: string;
  readonly isMissing: boolean;
  readonly values: FieldValues;
  /** Fields set by an operator, the kind included. */
  readonly byHand: readonly TrackField[];
}

/** What an edit changed in a track. */
interface EditedTrack {
  readonly trackId: string;
  readonly before: Partial<FieldValues>;
  readonly after: Partial<FieldValues>;
  readonly byHandBefore: readonly TrackField[];
  readonly fileState: FileState;
  /** Whether the original of its file can be restored. */
  readonly hasOriginal: boolean;
}

interface StoredEdit {
  readonly id: number;
  readonly editedAt: Date;
  readonly editedBy: string;
  readonly fields: readonly TrackField[];
  readonly undoneAt: Date | null;
}

const storedValuesSchema = z.partial(
  z.extend(trackFieldsSchema, { cover: z.nullable(z.string()) }),
);

const valueColumns = {
  title: tracks.title,
  artist: tracks.artist,
  artists: tracks.artists,
  album: tracks.album,
  albumArtist: tracks.albumArtist,
  albumArtists: tracks.albumArtists,
  genre: tracks.genre,
  isrc: tracks.isrc,
  label: tracks.label,
  language: tracks.language,
  year: tracks.year,
  trackNumber: tracks.trackNumber,
  discNumber: tracks.discNumber,
  isExplicit: tracks.isExplicit,
  ownTags: tracks.ownTags,
  contentKind: tracks.contentKind,
  weightPercent: tracks.weightPercent,
  isInRotation: tracks.isInRotation,
  cover: tracks.artworkName,
};

/** Tracks ordered by id. @param isLocked locks the rows until the transaction ends */
export async function findEditable(
  connection: Connection,
  trackIds: readonly string[],
  { isLocked }: { readonly isLocked: boolean },
): Promise<readonly EditableRow[]> {
  const query = connection
    .select({
      id: tracks.id,
      kind: tracks.kind,
      path: tracks.path,
      missingSince: tracks.missingSince,
      isKindByHand: tracks.isKindByHand,
      fieldsByHand: tracks.fieldsByHand,
      ...valueColumns,
    })
    .from(tracks)
    .where(sql`${tracks.id} = any(${sql.param(trackIds)}::uuid[])`)
    .orderBy(asc(tracks.id));
  const rows = isLocked ? await query.for("update") : await query;
  return rows.map(
    ({ id, kind, path, missingSince, isKindByHand, fieldsByHand, ...values }): EditableRow => ({
      id,
      kind,
      path,
      isMissing: missingSince !== null,
      values,
      byHand: isKindByHand ? [...fieldsByHand, "contentKind"] : fieldsByHand,
    }),
  );
}

/** Stores all values of tracks and which of them are set by hand. */
export async function saveValues(
  transaction: Connection,
  rows: readonly Pick<EditableRow, "id" | "values" | "byHand">[],
): Promise<void> {
  for (let first = 0; first < rows.length; first += TRACKS_AT_ONCE) {
    const records = rows.slice(first, first + TRACKS_AT_ONCE).map(toRecord);
    await transaction.execute(sql`
      update ${tracks} set title = e.title, artist = e.artist, artists = e.artists,
        artist_keys = e.artist_keys, album = e.album, album_artist = e.album_artist,
        album_artists = e.album_artists, genre = e.genre, isrc = e.isrc, label = e.label,
        language = e.language, year = e.year, track_number = e.track_number,
        disc_number = e.disc_number, is_explicit = e.is_explicit, own_tags = e.own_tags,
        content_kind = e.content_kind, weight_percent = e.weight_percent,
        is_in_rotation = e.is_in_rotation, artwork_name = e.artwork_name,
        is_kind_by_hand = e.is_kind_by_hand, fields_by_hand = e.fields_by_hand,
        sort_key = e.sort_key, search_text = e.search_text
      from json_to_recordset(${JSON.stringify(records)}::json) as e (
        id uuid, title text, artist text, artists text[], artist_keys text[],
        album text, album_artist text, album_artists text[], genre text, isrc text,
        label text, language text, year int, track_number int, disc_number int,
        is_explicit boolean, own_tags text[], content_kind text, weight_percent int,
        is_in_rotation boolean, artwork_name text, is_kind_by_hand boolean,
        fields_by_hand text[], sort_key text, search_text text)
      where ${tracks.id} = e.id`);
    const ids = sql.param(records.map(({ id }) => id));
    await transaction.execute(sql`
      insert into ${libraryWords} (word)
      select distinct unnest(tsvector_to_array(${tracks.searchWords})) from ${tracks}
      where ${tracks.id} = any(${ids}::uuid[])
      order by 1
      on conflict do nothing`);
  }
}

function toRecord({ id, values, byHand }: Pick<EditableRow, "id" | "values" | "byHand">) {
  const artists = namesOf(values.artist, values.artists);
  return {
    id,
    title: values.title,
    artist: values.artist,
    artists,
    artist_keys: artistKeysOf(artists),
    album: values.album,
    album_artist: values.albumArtist,
    album_artists: namesOf(values.albumArtist, values.albumArtists),
    genre: values.genre,
    isrc: values.isrc,
    label: values.label,
    language: values.language,
    year: values.year,
    track_number: values.trackNumber,
    disc_number: values.discNumber,
    is_explicit: values.isExplicit,
    own_tags: values.ownTags,
    content_kind: values.contentKind,
    weight_percent: values.weightPercent,
    is_in_rotation: values.isInRotation,
    artwork_name: values.cover,
    is_kind_by_hand: byHand.includes("contentKind"),
    fields_by_hand: byHand.filter((field) => field !== "contentKind"),
    sort_key: sortKeyOf(values),
    search_text: searchTextOf(values),
  };
}

/** Stores an edit; edits beyond the limit are dropped, oldest first. @returns its id */
export async function insertEdit(
  transaction: Connection,
  {
    editedBy,
    fields,
    keepsOriginals,
    edited,
  }: {
    readonly editedBy: string;
    readonly fields: readonly TrackField[];
    readonly keepsOriginals: boolean;
    readonly edited: readonly Omit<EditedTrack, "hasOriginal">[];
  },
): Promise<number> {
  const [row] = await transaction
    .insert(trackEdits)
    .values({ editedBy, fields: [...fields], keepsOriginals })
    .returning({ id: trackEdits.id });
  if (row === undefined) throw new Error("an edit was not stored");
  for (let first = 0; first < edited.length; first += TRACKS_AT_ONCE) {
    const batch = edited.slice(first, first + TRACKS_AT_ONCE);
    const rows = batch.map(({ byHandBefore, ...track }) => ({
      editId: row.id,
      byHandBefore: [...byHandBefore],
      ...track,
    }));
    await transaction.insert(editedTracks).values(rows);
  }
  const [oldest] = await transaction
    .select({ id: trackEdits.id })
    .from(trackEdits)
    .orderBy(desc(trackEdits.id))
    .offset(MAX_TRACK_EDITS)
    .limit(1);
  if (oldest !== undefined)
    await transaction.delete(trackEdits).where(lte(trackEdits.id, oldest.id));
  return row.id;
}

export async function findEdit(transaction: Connection, id: number): Promise<StoredEdit | null> {
  const [edit] = await transaction
    .select()
    .from(trackEdits)
    .where(eq(trackEdits.id, id))
    .for("update");
  return edit ?? null;
}

/** Newest first. */
export async function listEdits(connection: Connection): Promise<readonly StoredEdit[]> {
  return await connection.select().from(trackEdits).orderBy(desc(trackEdits.id));
}

export async function listEditedTracks(
  connection: Connection,
  editId: number,
): Promise<readonly EditedTrack[]> {
  const rows = await connection
    .select()
    .from(editedTracks)
    .where(eq(editedTracks.editId, editId))
    .orderBy(asc(editedTracks.trackId));
  return rows.map(({ trackId, before, after, byHandBefore, fileState, originalBytes }) => ({
    trackId,
    before: parseValues(before),
    after: parseValues(after),
    byHandBefore,
    fileState,
    hasOriginal: originalBytes !== null,
  }));
}

export function parseValues(stored: unknown): Partial<FieldValues> {
  const values = storedValuesSchema.parse(stored);
  return pick(
    values,
    trackFields.filter((field) => field in values),
  );
}

/**
 * Marks an edit as undone: files with a kept original wait to be restored, including those being written when the
 * station stopped. Other written files stay as they are.
 */
export async function markUndone(transaction: Connection, id: number): Promise<void> {
  const isWritten = sql`${editedTracks.fileState} = 'written'`;
  const hasOriginal = sql`(${editedTracks.originalBytes} is not null and ${editedTracks.fileState} in ('written', 'waiting'))`;
  await transaction
    .update(trackEdits)
    .set({ undoneAt: sql`now()` })
    .where(eq(trackEdits.id, id));
  await transaction
    .update(editedTracks)
    .set({
      fileState: sql`case when ${hasOriginal} then 'waiting' when ${isWritten} then 'failed' else 'none' end`,
      fileProblem: sql`case when ${isWritten} and not ${hasOriginal} then ${ORIGINAL_NOT_KEPT} end`,
    })
    .where(eq(editedTracks.editId, id));
}

/** Counts the files of edits by state, and finds the titles of their first tracks. */
export async function countFiles(
  connection: Connection,
  editIds: readonly number[],
): Promise<
  ReadonlyMap<
    number,
    {
      readonly tracks: number;
      readonly firstTitle: string | null;
      readonly waiting: number;
      readonly written: number;
      readonly failed: number;
      readonly withoutUndo: number;
    }
  >
> {
  if (editIds.length === 0) return new Map();
  const inState = (state: FileState): SQL<number> =>
    sql`count(*) filter (where ${editedTracks.fileState} = ${state})`.mapWith(Number);
  const rows = await connection
    .select({
      editId: editedTracks.editId,
      tracks: sql`count(*)`.mapWith(Number),
      firstTitle: sql<string | null>`min(${tracks.title})`,
      waiting: inState("waiting"),
      written: inState("written"),
      failed: inState("failed"),
      withoutUndo: sql`count(*) filter (
        where ${editedTracks.fileState} = 'written' and ${editedTracks.originalBytes} is null
          and ${trackEdits.undoneAt} is null)`.mapWith(Number),
    })
    .from(editedTracks)
    .innerJoin(tracks, eq(tracks.id, editedTracks.trackId))
    .innerJoin(trackEdits, eq(trackEdits.id, editedTracks.editId))
    .where(inArray(editedTracks.editId, [...editIds]))
    .groupBy(editedTracks.editId);
  return new Map(rows.map(({ editId, ...counted }) => [editId, counted]));
}
