import { facets, type Facet } from "@neonrelay/contract";
import { sql, type SQL } from "drizzle-orm";
import * as z from "zod";
import type { Connection } from "../../database/database.ts";
import { ALBUM_LETTERS, albumArtist, albumKey, genreKey, yearKey } from "../group-keys.ts";
import { tracks } from "../library-tables.ts";
import { changedTrackGroups } from "../track-group-tables.ts";

/** An arbitrary number, unique among the station's advisory locks. */
const COUNTING_LOCK = 7_140_118;

const changedSchema = z.array(z.object({ facet: z.enum(facets), key: z.string() }));
const countedSchema = z.array(
  z.object({
    key: z.string(),
    tracks: z.int(),
    name: z.nullable(z.string()),
    artist: z.nullable(z.string()),
    artistKeys: z.array(z.string()),
    durationMs: z.coerce.number(),
    year: z.nullable(z.int()),
    newestAtMs: z.nullable(z.coerce.number()),
    /** A track's id and cover, separated by a slash. */
    art: z.nullable(z.string()),
  }),
);
export type Counted = z.infer<typeof countedSchema>[number];

/** Whether this transaction is the only one counting groups, among all nodes of the station. */
export async function takeCountingLock(transaction: Connection): Promise<boolean> {
  const { rows } = await transaction.execute<{ taken: boolean }>(
    sql`select pg_try_advisory_xact_lock(${COUNTING_LOCK}) as taken`,
  );
  return rows[0]?.taken === true;
}

/**
 * Takes the oldest marks of changed groups, and all others for the same groups.
 * @returns each group once; none when all are counted
 */
export async function takeChangedGroups(
  transaction: Connection,
  limit: number,
): Promise<readonly { readonly facet: Facet; readonly key: string }[]> {
  const { rows } = await transaction.execute(sql`
    with wanted as (
      select distinct facet, key from (
        select facet, key from ${changedTrackGroups} order by id limit ${limit}) as oldest
    ), taken as (
      delete from ${changedTrackGroups} as note using wanted
      where note.facet = wanted.facet and note.key = wanted.key returning note.facet, note.key
    ) select distinct facet, key from taken`);
  return changedSchema.parse(rows);
}

/** Counts groups of one facet; a group without tracks gets 0. */
export async function countGroupTracks(
  transaction: Connection,
  { facet, keys }: { readonly facet: Facet; readonly keys: readonly string[] },
): Promise<readonly Counted[]> {
  const { name, isIn, isAlbum } = countingOf(facet);
  const { rows } = await transaction.execute(sql`
    select wanted.key, counted.*, ${
      isAlbum
        ? sql`array(select distinct left(lower(name), ${ALBUM_LETTERS}::int) from ${tracks},
            unnest(case when album_artist is null then artists || artist else album_artists || album_artist end) as name
            where missing_since is null and ${isIn})`
        : sql`array[]::text[]`
    } as "artistKeys"
    from unnest(${sql.param(keys)}::text[]) as wanted (key)
    cross join lateral (
      select count(*)::int as tracks, ${name} as name,
        ${isAlbum ? sql`min(${sql.raw(albumArtist)})` : sql`null::text`} as artist,
        coalesce(sum(duration_ms), 0) as "durationMs",
        ${isAlbum ? sql`max(year)` : sql`null::int`} as year,
        (extract(epoch from max(created_at)) * 1000)::double precision as "newestAtMs",
        ${
          isAlbum || facet === "artist"
            ? sql`min(id::text || '/' || artwork_name)`
            : sql`null::text`
        } as art
      from ${tracks} where missing_since is null and ${isIn}
    ) as counted`);
  return countedSchema.parse(rows);
}

/** SQL to find the tracks of a group by an index, and for its name. */
function countingOf(facet: Facet): {
  readonly name: SQL;
  readonly isIn: SQL;
  readonly isAlbum: boolean;
} {
  const isAlbum = facet === "album";
  switch (facet) {
    case "artist":
      return {
        name: sql`min((select min(own.name) from unnest(artists, artist_keys) as own (name, key) where own.key = wanted.key))`,
        isIn: sql`artist_keys @> array[wanted.key]`,
        isAlbum,
      };
    case "album":
      return {
        name: sql`min(album)`,
        isIn: sql`${sql.raw(albumKey)} collate "C" = wanted.key`,
        isAlbum,
      };
    case "genre":
      return {
        name: sql`min(genre)`,
        isIn: sql`${sql.raw(genreKey)} collate "C" = wanted.key`,
        isAlbum,
      };
    case "year":
      return { name: sql`wanted.key`, isIn: sql`${sql.raw(yearKey)} = wanted.key::int`, isAlbum };
    case "kind":
      return { name: sql`wanted.key`, isIn: sql`content_kind = wanted.key`, isAlbum };
    case "tag":
      return { name: sql`wanted.key`, isIn: sql`own_tags @> array[wanted.key]`, isAlbum };
    case "added":
      return { name: sql`wanted.key`, isIn: inMonth(sql`wanted.key`), isAlbum };
    default:
      return facet satisfies never;
  }
}

/** Whether a track was added in a month in UTC. @param month SQL of its 'YYYY-MM' */
function inMonth(month: SQL): SQL {
  const begin = sql`(${month} || '-01')::timestamp`;
  return sql`created_at >= ${begin} at time zone 'UTC' and created_at < (${begin} + interval '1 month') at time zone 'UTC'`;
}
