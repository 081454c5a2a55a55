import { type ContentKind, type Facet, songKinds } from "@neonrelay/contract";
import { and, eq, inArray, sql, type Placeholder, type SQL } from "drizzle-orm";
import type { Connection } from "../database/database.ts";
import { prepareOnce } from "../database/statements.ts";
import { artistKeyOf, splitNames } from "./artist-rules.ts";
import {
  ALBUM_LETTERS,
  albumKey,
  discKey,
  GENRE_LETTERS,
  genreDigest,
  genreKey,
  trackKey,
  yearKey,
} from "./group-keys.ts";
import { tracks } from "./library-tables.ts";
import { trackGroupLetters, trackGroups } from "./track-group-tables.ts";
import { sortKeyOf } from "./track-rules.ts";

/** Filters that tracks must pass; undefined: any value. */
export interface TrackFilters {
  readonly artist?: string | undefined;
  readonly album?: string | undefined;
  /** Only together with an album. */
  readonly albumArtist?: string | undefined;
  readonly genre?: string | undefined;
  readonly year?: number | undefined;
  /** `song`: music and speech. */
  readonly kind?: ContentKind | "song" | undefined;
  readonly tag?: string | undefined;
  /** A month in UTC, as YYYY-MM. */
  readonly added?: string | undefined;
}

/** What to measure of the library. */
export interface LibraryMeasure {
  /** undefined: tracks of all kinds. */
  readonly kind?: "song" | undefined;
  /** What a track of unknown length counts as. */
  readonly unknownDurationMs: number;
}

/** Groups up to this size are counted live; for larger ones the last count is good enough. */
const MAX_COUNTED = 500;

/** Compares names and keys in the form of `track_group_keys`. */
export function passesFilters(filters: TrackFilters): SQL | undefined {
  const { genre, year, kind, tag } = filters;
  return and(
    filters.artist === undefined ? undefined : isByArtist(filters.artist),
    filters.album === undefined ? undefined : isOnAlbum(filters.album, filters.albumArtist),
    genre === undefined
      ? undefined
      : sql`${sql.raw(genreKey)} collate "C" = ${keyOfName(genre, GENRE_LETTERS)}`,
    year === undefined ? undefined : sql`${sql.raw(yearKey)} = ${year}`,
    isOfKind(kind),
    tag === undefined ? undefined : sql`${tracks.ownTags} @> array[${tag}::text]`,
    filters.added === undefined ? undefined : cameInMonth(filters.added),
  );
}

/** The condition for tracks of this kind. */
export function isOfKind(kind: TrackFilters["kind"]): SQL | undefined {
  if (kind === "song") return inArray(tracks.contentKind, songKinds);
  return kind === undefined ? undefined : eq(tracks.contentKind, kind);
}

const tracksOfGroup = prepareOnce((connection) => {
  const key = sql.placeholder("key");
  return connection
    .select({ tracks: trackGroups.tracks })
    .from(trackGroups)
    .where(
      and(
        eq(trackGroups.facet, sql.placeholder("facet")),
        sql`${trackGroups.key} = case when ${sql.placeholder("isName")}::boolean
          then ${keyOfName(key, GENRE_LETTERS)} else ${key} end`,
      ),
    )
    .prepare("tracks_of_group");
});

/** The last count of tracks that pass a single filter, or none; null when there are few enough to count live. */
export async function findLargeGroup(
  connection: Connection,
  filters: TrackFilters,
): Promise<number | null> {
  if (isOfAll(filters)) {
    const { tracks: all } = await measureKinds(connection, filters.kind);
    return all <= MAX_COUNTED ? null : all;
  }
  const group = singleGroupOf(filters);
  if (group === null) return null;
  const [found] = await tracksOfGroup(connection).execute(group);
  return found === undefined || found.tracks <= MAX_COUNTED ? null : found.tracks;
}

const tracksOfKinds = prepareOnce((connection) =>
  connection
    .select({
      tracks: sql`coalesce(sum(${trackGroups.tracks}), 0)`.mapWith(Number),
      durationMs: sql`coalesce(sum(${trackGroups.durationMs}), 0)`.mapWith(Number),
    })
    .from(trackGroups)
    .where(
      and(
        eq(trackGroups.facet, "kind"),
        sql`(not ${sql.placeholder("areSongs")}::boolean or ${inArray(trackGroups.key, songKinds)})`,
      ),
    )
    .prepare("tracks_of_kinds"),
);

/** Totals of the library, or of its songs, as last counted: every track has exactly one kind. */
async function measureKinds(
  connection: Connection,
  kind: "song" | undefined,
): Promise<{ readonly tracks: number; readonly durationMs: number }> {
  const [all] = await tracksOfKinds(connection).execute({ areSongs: kind === "song" });
  return all ?? { tracks: 0, durationMs: 0 };
}

/**
 * The result of `measureLibrary` as last counted; null when the library is small enough to measure live. Artists and
 * albums are those of all kinds.
 */
export async function findLargeLibrary(
  connection: Connection,
  { kind, unknownDurationMs }: LibraryMeasure,
): Promise<{
  readonly tracks: number;
  readonly artists: number;
  readonly albums: number;
  readonly durationMs: number;
} | null> {
  const all = await measureKinds(connection, kind);
  if (all.tracks <= MAX_COUNTED) return null;
  const { rows } = await connection.execute<{
    artists: number;
    albums: number;
    streams: number;
  }>(sql`
    select (select coalesce(sum(groups), 0)::int from ${trackGroupLetters} where facet = 'artist') as artists,
      (select coalesce(sum(groups), 0)::int from ${trackGroupLetters} where facet = 'album') as albums,
      (select count(*)::int from ${tracks} where kind = 'stream' and missing_since is null) as streams`);
  const { artists = 0, albums = 0, streams = 0 } = rows[0] ?? {};
  return {
    tracks: all.tracks,
    artists,
    albums,
    // The counts include streams with a length of 0.
    durationMs: all.durationMs + streams * unknownDurationMs,
  };
}

/** Whether these select the whole library, or all of its songs. */
export function isOfAll(filters: TrackFilters): filters is { readonly kind?: "song" | undefined } {
  return givenOf(filters).length === 0;
}

/** The filters besides `song`, which passes nearly every track. */
function givenOf(filters: TrackFilters): readonly (readonly [string, unknown])[] {
  return Object.entries(filters).filter(([, value]) => value !== undefined && value !== "song");
}

/** The tracks to search for those that pass, when not all may be read. */
interface Candidates {
  readonly where: SQL | undefined;
  readonly order: readonly SQL[];
  /** Whether these are exactly the tracks that pass, and an index has them by artist. */
  readonly areByArtist: boolean;
}

/**
 * The most selective filter that has an index, and the order of its tracks there. A bounded part of them is read,
 * whatever the other filters are.
 */
export function candidatesOf(filters: TrackFilters): Candidates {
  const candidates = firstCandidatesOf(filters);
  if (filters.kind !== "song") return candidates;
  return { ...candidates, where: and(candidates.where, isOfKind("song")) };
}

function firstCandidatesOf({ albumArtist, ...filters }: TrackFilters): Candidates {
  const { artist, album, genre, year, kind, tag, added } = filters;
  const byArtist = [sql`${tracks.sortKey} collate "C"`, sql`${tracks.id}`];
  const isAlone = givenOf(filters).length === 1;
  if (album !== undefined)
    return {
      where: passesFilters({ album, albumArtist }),
      order: [sql.raw(`(${albumKey}) collate "C"`), sql.raw(discKey), sql.raw(trackKey)],
      areByArtist: false,
    };
  if (artist !== undefined || tag !== undefined)
    return {
      where: passesFilters(artist === undefined ? { tag } : { artist }),
      order: [],
      areByArtist: false,
    };
  if (added !== undefined)
    return {
      where: passesFilters({ added }),
      order: [sql`${tracks.createdAt} desc`],
      areByArtist: false,
    };
  if (year !== undefined)
    return { where: passesFilters({ year }), order: byArtist, areByArtist: isAlone };
  if (genre !== undefined)
    return {
      where: sql`${sql.raw(genreDigest)} = md5(${keyOfName(genre, GENRE_LETTERS)})::uuid`,
      order: byArtist,
      areByArtist: isAlone,
    };
  return { where: passesFilters({ kind }), order: byArtist, areByArtist: isAlone };
}

/** @returns isName: the key is derived from the name */
function singleGroupOf(
  filters: TrackFilters,
): { readonly facet: Facet; readonly key: string; readonly isName: boolean } | null {
  if (filters.kind === "song" || givenOf(filters).length !== 1) return null;
  const { genre, year, kind, tag, added } = filters;
  if (genre !== undefined) return { facet: "genre", key: genre, isName: true };
  if (year !== undefined) return { facet: "year", key: String(year), isName: false };
  if (kind !== undefined) return { facet: "kind", key: kind, isName: false };
  if (tag !== undefined) return { facet: "tag", key: tag, isName: false };
  // Artists and albums have few enough tracks to count.
  return added === undefined ? null : { facet: "added", key: added, isName: false };
}

/** Matches each of several artists, and the artists as displayed. */
function isByArtist(artist: string): SQL {
  const isOneOf = sql`${tracks.artistKeys} @> array[${artistKeyOf(artist)}::text]`;
  if (splitNames(artist).length < 2) return isOneOf;
  // The sort key begins with the displayed artists and a tab.
  const key = sortKeyOf({ artist, title: "" });
  return sql`(${isOneOf} or ${tracks.sortKey} collate "C" >= ${key} and ${tracks.sortKey} collate "C" < ${nextKey(key)})`;
}

/** The first key after all that begin with this one, which ends in a tab. */
function nextKey(key: string): string {
  return key.endsWith("\t") ? `${key.slice(0, -1)}\n` : `${key}\u0001`;
}

function isOnAlbum(album: string, artist: string | undefined): SQL {
  const name = keyOfName(album, ALBUM_LETTERS);
  const key = sql`${sql.raw(albumKey)} collate "C"`;
  if (artist !== undefined)
    return sql`${key} = ${name} || chr(9) || ${keyOfName(artist, ALBUM_LETTERS)}`;
  return sql`${key} >= ${name} || chr(9) and ${key} < ${name} || chr(10)`;
}

function keyOfName(name: string | Placeholder, letters: number): SQL {
  return sql`left(lower(${name}::text), ${letters}::int)`;
}

function cameInMonth(month: string): SQL {
  const begin = new Date(`${month}-01T00:00:00Z`);
  const end = new Date(begin);
  end.setUTCMonth(end.getUTCMonth() + 1);
  return sql`${tracks.createdAt} >= ${begin.toISOString()}::timestamptz and ${tracks.createdAt} < ${end.toISOString()}::timestamptz`;
}
