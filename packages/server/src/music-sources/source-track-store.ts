import type { KindRule } from "@neonrelay/contract";
import { and, eq, inArray, isNull, ne, sql } from "drizzle-orm";
import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { Connection } from "../database/database.ts";
import { albumArtistColumns, artistColumns } from "../library/artist-rules.ts";
import { withLists } from "../library/edits/track-edit-rules.ts";
import { decideKind } from "../library/kind-rules.ts";
import { deletedTracks } from "../library/deletion-tables.ts";
import { tracks } from "../library/library-tables.ts";
import { searchTextOf, sortKeyOf } from "../library/track-rules.ts";
import { learnWords } from "../library/track-store.ts";
import { findSettings } from "../settings/settings-store.ts";
import { musicSourceTracks } from "./music-source-tables.ts";
import type { SourceSong } from "./subsonic-rules.ts";

/** Placeholders until the file is fetched and measured. */
const unknownSound = {
  codec: "unknown",
  sampleRateHz: 0,
  channels: 0,
  sizeBytes: 0,
  modifiedAtMs: 0,
};

/** Tracks updated per statement, which has five seconds. */
const MARKED_AT_ONCE = 500;

interface SeenSongs {
  readonly sourceId: string;
  readonly reading: number;
  readonly songs: readonly SourceSong[];
  /** The cache path for a track's sound. */
  readonly pathOf: (trackId: string, extension: string) => string;
}

/** A song's data in the library's fields. */
function fieldsOf(song: SourceSong) {
  const { title, artists, album, albumArtists, genre, year, trackNumber, discNumber } = song;
  return {
    title,
    ...artistColumns(artists),
    album,
    ...albumArtistColumns(albumArtists),
    genre,
    year,
    trackNumber,
    discNumber,
  };
}
type Fields = ReturnType<typeof fieldsOf>;
const fieldNames = [
  "title",
  "artist",
  "artists",
  "album",
  "albumArtist",
  "albumArtists",
  "genre",
  "year",
  "trackNumber",
  "discNumber",
] as const satisfies readonly (keyof Fields)[];

/** Songs per transaction: an album may have thousands, and everything else would wait. */
export const SONGS_AT_ONCE = 50;

/**
 * Adds a source's songs to the library, or updates them; fields set by an operator stay.
 * @param seen at most SONGS_AT_ONCE songs
 * @returns whether the library has changed
 */
export async function saveSourceSongs(transaction: Connection, seen: SeenSongs): Promise<boolean> {
  const { sourceId, reading, songs } = seen;
  if (songs.length === 0) return false;
  const remoteIds = songs.map(({ remoteId }) => remoteId);
  const known = await listKnown(transaction, sourceId, remoteIds);
  const rules = (await findSettings(transaction))?.kindRules ?? [];
  const knownByRemoteId = new Map(known.map((row) => [row.remoteId, row]));
  // The server may list a song twice.
  const songByRemoteId = new Map(songs.map((song) => [song.remoteId, song]));
  const added: SourceSong[] = [];
  const renamed: string[] = [];
  let hasChanged = false;
  for (const [remoteId, song] of songByRemoteId) {
    const row = knownByRemoteId.get(remoteId);
    if (row === undefined) added.push(song);
    else {
      const change = await updateSong(transaction, { row, song, sourceId });
      hasChanged ||= change !== "none";
      if (change === "renamed") renamed.push(row.path);
    }
  }
  const paths = await insertSongs(transaction, { ...seen, rules }, added);
  if (paths.length + renamed.length > 0) await learnWords(transaction, [...paths, ...renamed]);
  await transaction
    .update(musicSourceTracks)
    .set({ reading })
    .where(
      and(eq(musicSourceTracks.sourceId, sourceId), inArray(musicSourceTracks.remoteId, remoteIds)),
    );
  return hasChanged || added.length > 0;
}

async function listKnown(transaction: Connection, sourceId: string, remoteIds: readonly string[]) {
  return await transaction
    .select({
      remoteId: musicSourceTracks.remoteId,
      trackId: musicSourceTracks.trackId,
      version: musicSourceTracks.version,
      coverId: musicSourceTracks.coverId,
      missingSince: tracks.missingSince,
      isDeleted: sql<boolean>`exists (
        select from ${deletedTracks} where ${deletedTracks.trackId} = ${tracks.id})`,
      fieldsByHand: tracks.fieldsByHand,
      path: tracks.path,
      fields: {
        title: tracks.title,
        artist: tracks.artist,
        artists: tracks.artists,
        album: tracks.album,
        albumArtist: tracks.albumArtist,
        albumArtists: tracks.albumArtists,
        genre: tracks.genre,
        year: tracks.year,
        trackNumber: tracks.trackNumber,
        discNumber: tracks.discNumber,
      },
    })
    .from(musicSourceTracks)
    .innerJoin(tracks, eq(tracks.id, musicSourceTracks.trackId))
    .where(
      and(
        eq(musicSourceTracks.sourceId, sourceId),
        sql`${musicSourceTracks.remoteId} = any(${sql.param(remoteIds)}::text[])`,
      ),
    );
}
type KnownSong = Awaited<ReturnType<typeof listKnown>>[number];

/** @returns the paths of the new tracks */
async function insertSongs(
  transaction: Connection,
  { sourceId, reading, pathOf, rules }: SeenSongs & { readonly rules: readonly KindRule[] },
  songs: readonly SourceSong[],
): Promise<readonly string[]> {
  if (songs.length === 0) return [];
  const added = songs.map((song) => {
    const id = randomUUID();
    return { song, id, fields: fieldsOf(song), path: pathOf(id, song.extension) };
  });
  await transaction.insert(tracks).values(
    added.map(({ song, id, fields, path }) => ({
      ...unknownSound,
      id,
      kind: "source" as const,
      sound: "away" as const,
      path,
      ...fields,
      durationMs: song.durationMs,
      bitrateKbps: song.bitrateKbps,
      contentKind: decideKind({ path, genre: fields.genre, kindTag: null }, rules),
      sortKey: sortKeyOf(fields),
      searchText: searchTextOf(fields),
    })),
  );
  await transaction.insert(musicSourceTracks).values(
    added.map(({ song: { remoteId, remoteBytes, extension, coverId, version }, id }) => ({
      sourceId,
      remoteId,
      trackId: id,
      reading,
      remoteBytes,
      extension,
      coverId,
      version,
    })),
  );
  return added.map(({ path }) => path);
}

async function updateSong(
  transaction: Connection,
  {
    row,
    song,
    sourceId,
  }: { readonly row: KnownSong; readonly song: SourceSong; readonly sourceId: string },
): Promise<"none" | "changed" | "renamed"> {
  const said = fieldsOf(song);
  const byHand: readonly string[] = withLists(row.fieldsByHand);
  const changed = fieldNames.filter(
    (name) => !byHand.includes(name) && !isDeepStrictEqual(said[name], row.fields[name]),
  );
  const isOtherFile = row.version !== song.version;
  if (isOtherFile || row.coverId !== song.coverId) {
    const { remoteBytes, extension, coverId, version } = song;
    await transaction
      .update(musicSourceTracks)
      .set({
        remoteBytes,
        extension,
        coverId,
        version,
        ...(isOtherFile && { fetchedAt: null, failedAt: null, failure: null }),
      })
      .where(
        and(
          eq(musicSourceTracks.sourceId, sourceId),
          eq(musicSourceTracks.remoteId, song.remoteId),
        ),
      );
  }
  const isBack = row.missingSince !== null && !row.isDeleted;
  if (changed.length === 0 && !isOtherFile && !isBack) return "none";
  const fields = {
    ...row.fields,
    ...Object.fromEntries(changed.map((name) => [name, said[name]])),
  };
  await transaction
    .update(tracks)
    .set({
      ...fields,
      ...artistColumns(fields.artists),
      sortKey: sortKeyOf(fields),
      searchText: searchTextOf(fields),
      ...(isBack && { missingSince: null }),
      ...(isOtherFile && { sound: "away" as const, sizeBytes: 0, durationMs: song.durationMs }),
    })
    .where(eq(tracks.id, row.trackId));
  return changed.length > 0 ? "renamed" : "changed";
}

/** How many of the source's tracks are in the library, and how many of those a reading did not see. */
export async function countUnseen(
  connection: Connection,
  { sourceId, reading }: { readonly sourceId: string; readonly reading: number },
): Promise<{ readonly known: number; readonly missed: number }> {
  const [counted] = await connection
    .select({
      known: sql`count(*)`.mapWith(Number),
      missed: sql`count(*) filter (where ${musicSourceTracks.reading} <> ${reading})`.mapWith(
        Number,
      ),
    })
    .from(musicSourceTracks)
    .innerJoin(tracks, eq(tracks.id, musicSourceTracks.trackId))
    .where(and(eq(musicSourceTracks.sourceId, sourceId), isNull(tracks.missingSince)));
  return counted ?? { known: 0, missed: 0 };
}

/** Marks tracks that a reading did not see as missing; their rows stay. */
export async function markUnseenMissing(
  connection: Connection,
  { sourceId, reading }: { readonly sourceId: string; readonly reading: number },
): Promise<void> {
  const unseen = connection
    .select({ id: tracks.id })
    .from(musicSourceTracks)
    .innerJoin(tracks, eq(tracks.id, musicSourceTracks.trackId))
    .where(
      and(
        eq(musicSourceTracks.sourceId, sourceId),
        ne(musicSourceTracks.reading, reading),
        isNull(tracks.missingSince),
      ),
    )
    .limit(MARKED_AT_ONCE);
  for (;;) {
    const { rowCount } = await connection
      .update(tracks)
      .set({ missingSince: sql`now()` })
      .where(inArray(tracks.id, unseen));
    if ((rowCount ?? 0) < MARKED_AT_ONCE) return;
  }
}

/** The library's tracks for the source's ids, in that order; null for unknown ones. */
export async function findTracksOfSongs(
  connection: Connection,
  { sourceId, remoteIds }: { readonly sourceId: string; readonly remoteIds: readonly string[] },
): Promise<readonly (string | null)[]> {
  const rows = await connection
    .select({ remoteId: musicSourceTracks.remoteId, trackId: musicSourceTracks.trackId })
    .from(musicSourceTracks)
    .where(
      and(
        eq(musicSourceTracks.sourceId, sourceId),
        sql`${musicSourceTracks.remoteId} = any(${sql.param(remoteIds)}::text[])`,
      ),
    );
  const byRemoteId = new Map(rows.map(({ remoteId, trackId }) => [remoteId, trackId]));
  return remoteIds.map((remoteId) => byRemoteId.get(remoteId) ?? null);
}
