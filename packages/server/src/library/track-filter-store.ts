import type { ContentKind, Facet } from "@neonrelay/contract";
import { and, eq, sql, type Placeholder, type SQL } from "drizzle-orm";
import type { Connection } from "../database/database.ts";
import { prepareOnce } from "../database/prepare-once.ts";
import { artistKeyOf, splitNames } from "./artist-rules.ts";
import { ALBUM_LETTERS, albumKey, GENRE_LETTERS, genreKey, yearKey } from "./group-keys.ts";
import { tracks } from "./library-tables.ts";
import { trackGroups } from "./track-group-tables.ts";
import { sortKeyOf } from "./track-rules.ts";

/** What all tracks of a list have in common; undefined: no matter. */
export interface TrackFilters {
  readonly artist?: string | undefined;
  readonly album?: string | undefined;
  /** Counts with an album only. */
  readonly albumArtist?: string | undefined;
  readonly genre?: string | undefined;
  readonly year?: number | undefined;
  readonly kind?: ContentKind | undefined;
  readonly tag?: string | undefined;
  /** A month in UTC, as YYYY-MM. */
  readonly added?: string | undefined;
}

/** Up to so many tracks of a group are counted; of more, what was counted last is good enough. */
const MOST_COUNTED = 500;

/** Names and keys are compared as `track_group_keys` makes the keys of groups. */
export function passesFilters(filters: TrackFilters): SQL | undefined {
  const { genre, year, kind, tag } = filters;
  return and(
    filters.artist === undefined ? undefined : isByArtist(filters.artist),
    filters.album === undefined ? undefined : isOnAlbum(filters.album, filters.albumArtist),
    genre === undefined
      ? undefined
      : sql`${sql.raw(genreKey)} collate "C" = ${keyOfName(genre, GENRE_LETTERS)}`,
    year === undefined ? undefined : sql`${sql.raw(yearKey)} = ${year}`,
    kind === undefined ? undefined : eq(tracks.contentKind, kind),
    tag === undefined ? undefined : sql`${tracks.ownTags} @> array[${tag}::text]`,
    filters.added === undefined ? undefined : cameInMonth(filters.added),
  );
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

/** How many tracks a single filter lets pass, if these are too many to be counted now; null: count them. */
export async function findLargeGroup(
  connection: Connection,
  filters: TrackFilters,
): Promise<number | null> {
  const group = singleGroupOf(filters);
  if (group === null) return null;
  const [found] = await tracksOfGroup(connection).execute(group);
  return found === undefined || found.tracks <= MOST_COUNTED ? null : found.tracks;
}

/** @returns isName: its key follows from the name */
function singleGroupOf(
  filters: TrackFilters,
): { readonly facet: Facet; readonly key: string; readonly isName: boolean } | null {
  const given = Object.entries(filters).filter(([, value]) => value !== undefined);
  if (given.length !== 1) return null;
  const { genre, year, kind, tag, added } = filters;
  if (genre !== undefined) return { facet: "genre", key: genre, isName: true };
  if (year !== undefined) return { facet: "year", key: String(year), isName: false };
  if (kind !== undefined) return { facet: "kind", key: kind, isName: false };
  if (tag !== undefined) return { facet: "tag", key: tag, isName: false };
  // Artists and albums have no more tracks than can be counted.
  return added === undefined ? null : { facet: "added", key: added, isName: false };
}

/** Of several artists each counts, and all of them as they are shown. */
function isByArtist(artist: string): SQL {
  const isOneOf = sql`${tracks.artistKeys} @> array[${artistKeyOf(artist)}::text]`;
  if (splitNames(artist).length < 2) return isOneOf;
  // The sort key begins with what is shown, and has a tab behind it.
  const key = sortKeyOf({ artist, title: "" });
  return sql`(${isOneOf} or ${tracks.sortKey} collate "C" >= ${key} and ${tracks.sortKey} collate "C" < ${nextKey(key)})`;
}

/** The first key behind all that begin with one that ends in a tab. */
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
