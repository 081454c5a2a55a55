import { and, asc, count, eq, inArray, isNull, ne, sql } from "drizzle-orm";
import type { Connection } from "../database/database.ts";
import type { AlbumLevel } from "./gain-rules.ts";
import { albumLevel, hasDcOffset, libraryWords, refusedFiles, tracks } from "./library-tables.ts";
import { stationSettings } from "../settings/settings-tables.ts";
import { isOfKind, type LibraryMeasure } from "./track-filter-store.ts";

/** The station's loudness target, read with each track so that callers need not pass it. */
const targetLufs = sql`(select ${stationSettings.loudnessTargetLufs} from ${stationSettings})`
  .mapWith(Number)
  .as("target_lufs");

/** Columns that a list of tracks shows; with many rows every column less is noticeable. */
export const shownColumns = {
  id: tracks.id,
  kind: tracks.kind,
  title: tracks.title,
  artist: tracks.artist,
  artists: tracks.artists,
  albumArtists: tracks.albumArtists,
  album: tracks.album,
  genre: tracks.genre,
  bitrateKbps: tracks.bitrateKbps,
  durationMs: tracks.durationMs,
  artworkName: tracks.artworkName,
  contentKind: tracks.contentKind,
  weightPercent: tracks.weightPercent,
  isInRotation: tracks.isInRotation,
  integratedLufs: tracks.integratedLufs,
  truePeakDbtp: tracks.truePeakDbtp,
  limiterRoomDb: tracks.limiterRoomDb,
  tagLufs: tracks.tagLufs,
  userGainDb: tracks.userGainDb,
  targetLufs,
};
type Read<Columns> = Pick<
  typeof tracks.$inferSelect,
  keyof Columns & keyof typeof tracks.$inferSelect
> & { readonly targetLufs: number };
export type ShownColumns = Read<typeof shownColumns>;
/** Columns of a track that may be played or requested. */
export const trackColumns = {
  ...shownColumns,
  path: tracks.path,
  albumArtist: tracks.albumArtist,
  discNumber: tracks.discNumber,
  trackNumber: tracks.trackNumber,
  cueInMs: tracks.cueInMs,
  cueOutMs: tracks.cueOutMs,
  startNextMs: tracks.startNextMs,
  quietestDb: tracks.quietestDb,
  hasDcOffset,
  albumLevel,
  userCueInMs: tracks.userCueInMs,
  userCueOutMs: tracks.userCueOutMs,
  userStartNextMs: tracks.userStartNextMs,
  userFadeInMs: tracks.userFadeInMs,
  userFadeOutMs: tracks.userFadeOutMs,
  artistKeys: tracks.artistKeys,
  sortKey: tracks.sortKey,
  missingSince: tracks.missingSince,
  sound: tracks.sound,
};
export type StoredTrack = Read<typeof trackColumns> & {
  readonly hasDcOffset: boolean;
  readonly albumLevel: AlbumLevel | null;
};

export type NewTrack = Omit<
  typeof tracks.$inferInsert,
  | "createdAt"
  | "missingSince"
  | "fingerprint"
  | "userCueInMs"
  | "userCueOutMs"
  | "userStartNextMs"
  | "userFadeInMs"
  | "userFadeOutMs"
  | "userGainDb"
  | "fieldsByHand"
  | "ownTags"
> & { readonly fingerprint: string | null };

/** Placeholders for a stream, which has no measurements; `kind` says to ignore them. */
const unknownSound = {
  codec: "unknown",
  sampleRateHz: 0,
  channels: 0,
  durationMs: 0,
  sizeBytes: 0,
  modifiedAtMs: 0,
} as const;

/** Candidates for the rotation: files present at the last scan, local or at a reachable music source. */
export const isPlayable = and(
  isNull(tracks.missingSince),
  ne(tracks.kind, "stream"),
  ne(tracks.sound, "out-of-reach"),
);

/** Its sound is local. */
const isHere = eq(tracks.sound, "here");

/** Tracks that the station plays on its own. */
const isRotated = and(isPlayable, isHere, eq(tracks.contentKind, "music"), tracks.isInRotation);

/** Tracks that can be played now, including external streams. */
export const isQueueable = and(isNull(tracks.missingSince), isHere);

export async function findTrack(
  connection: Connection,
  trackId: string,
): Promise<StoredTrack | null> {
  const [track] = await connection.select(trackColumns).from(tracks).where(eq(tracks.id, trackId));
  return track ?? null;
}

export async function findTrackByPath(
  connection: Connection,
  path: string,
): Promise<StoredTrack | null> {
  const [track] = await connection.select(trackColumns).from(tracks).where(eq(tracks.path, path));
  return track ?? null;
}

/** The first hundred present tracks with a file of this size. */
export async function listFilesOfSize(
  connection: Connection,
  sizeBytes: number,
): Promise<readonly Pick<StoredTrack, "path" | "title" | "artist">[]> {
  return await connection
    .select({ path: tracks.path, title: tracks.title, artist: tracks.artist })
    .from(tracks)
    .where(and(isPlayable, eq(tracks.sizeBytes, sizeBytes)))
    .limit(100);
}

export async function findTracks(
  connection: Connection,
  trackIds: readonly string[],
): Promise<ReadonlyMap<string, StoredTrack>> {
  if (trackIds.length === 0) return new Map();
  const rows = await connection
    .select(trackColumns)
    .from(tracks)
    .where(inArray(tracks.id, [...trackIds]));
  return new Map(rows.map((track) => [track.id, track]));
}

/** Playable tracks in random order. */
export async function randomTracks(
  connection: Connection,
  limit: number,
): Promise<readonly StoredTrack[]> {
  return await connection
    .select(trackColumns)
    .from(tracks)
    .where(isRotated)
    .orderBy(sql`random()`)
    .limit(limit);
}

/** @param unknownDurationMs assumed for tracks of unknown length */
export async function measureLibrary(
  connection: Connection,
  { kind, unknownDurationMs }: LibraryMeasure,
): Promise<{
  readonly tracks: number;
  readonly artists: number;
  readonly albums: number;
  readonly durationMs: number;
}> {
  const [measured] = await connection
    .select({
      tracks: count(),
      artists: sql`(
        select count(distinct name) from ${tracks}, unnest(${tracks.artists}) as name
        where ${and(isNull(tracks.missingSince), isOfKind(kind))})`.mapWith(Number),
      // Counted per artist: two albums of the same name may be different.
      albums:
        sql`count(distinct (${tracks.artists}[1], ${tracks.album})) filter (where ${tracks.album} is not null)`.mapWith(
          Number,
        ),
      durationMs:
        sql`coalesce(sum(case ${tracks.kind} when 'stream' then ${unknownDurationMs}::int else ${tracks.durationMs} end), 0)`.mapWith(
          Number,
        ),
    })
    .from(tracks)
    .where(and(isNull(tracks.missingSince), isOfKind(kind)));
  return measured ?? { tracks: 0, artists: 0, albums: 0, durationMs: 0 };
}

/** Paths of the tracks' files that were present at the last scan. */
export async function listTrackFiles(
  connection: Connection,
): Promise<readonly { readonly id: string; readonly path: string }[]> {
  return await connection
    .select({ id: tracks.id, path: tracks.path })
    .from(tracks)
    .where(and(eq(tracks.kind, "file"), isNull(tracks.missingSince)))
    .orderBy(asc(tracks.id));
}

/** Adds the track of a file, or updates it; the id of a known file stays. */
export async function saveTrack(connection: Connection, track: NewTrack): Promise<void> {
  const { id: _id, path: _path, ...fields } = track;
  // A kind set by an operator stays.
  const contentKind = sql`case when ${tracks.isKindByHand} then ${tracks.contentKind} else excluded.content_kind end`;
  await connection
    .insert(tracks)
    .values(track)
    .onConflictDoUpdate({
      target: tracks.path,
      set: { ...fields, contentKind, missingSince: null },
    });
  await connection.delete(refusedFiles).where(eq(refusedFiles.path, track.path));
  await learnWords(connection, [track.path]);
}

/** Adds an external stream unless its address exists. */
export async function addStreamTrack(
  connection: Connection,
  {
    url,
    ...stream
  }: Pick<
    NewTrack,
    "id" | "title" | "artist" | "artists" | "artistKeys" | "album" | "sortKey" | "searchText"
  > & {
    readonly url: string;
  },
): Promise<{ readonly kind: "added" | "known"; readonly track: StoredTrack }> {
  const [added] = await connection
    .insert(tracks)
    .values({ ...stream, albumArtists: [], kind: "stream", path: url, ...unknownSound })
    .onConflictDoNothing({ target: tracks.path })
    .returning(trackColumns);
  if (added === undefined) {
    const [track] = await connection.select(trackColumns).from(tracks).where(eq(tracks.path, url));
    if (track === undefined) throw new Error("the track in the way of a stream is gone");
    return { kind: "known", track };
  }
  await learnWords(connection, [url]);
  return { kind: "added", track: added };
}

export async function markFilesMissing(
  connection: Connection,
  paths: readonly string[],
): Promise<void> {
  await connection
    .update(tracks)
    .set({
      // Tracks of a music source are fetched again instead.
      missingSince: sql`case when ${tracks.kind} = 'source' then null else now() end`,
      sound: sql`case when ${tracks.kind} = 'source' then 'away' else ${tracks.sound} end`,
    })
    .where(
      and(sql`${tracks.path} = any(${sql.param(paths)}::text[])`, isNull(tracks.missingSince)),
    );
  await connection
    .delete(refusedFiles)
    .where(sql`${refusedFiles.path} = any(${sql.param(paths)}::text[])`);
}

/** The files are back, unchanged. */
export async function markFilesFound(
  connection: Connection,
  paths: readonly string[],
): Promise<void> {
  await connection
    .update(tracks)
    .set({ missingSince: null })
    .where(sql`${tracks.path} = any(${sql.param(paths)}::text[])`);
}

/**
 * Adds the words of some tracks, or of all, to those that misspelled words are compared with. Sorted, so that
 * concurrent calls can't deadlock.
 */
export async function learnWords(
  connection: Connection,
  paths: readonly string[] | null,
): Promise<void> {
  await connection.execute(sql`
    insert into ${libraryWords} (word)
    select distinct unnest(tsvector_to_array(${tracks.searchWords})) from ${tracks}
    ${paths === null ? sql`` : sql`where ${tracks.path} = any(${sql.param(paths)}::text[])`}
    order by 1
    on conflict do nothing`);
}
