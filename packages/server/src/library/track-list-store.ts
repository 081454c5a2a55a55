import type { TrackSort } from "@neonrelay/contract";
import { and, count, eq, isNull, sql, type SQL } from "drizzle-orm";
import type { Connection } from "../database/database.ts";
import { prepareOnce } from "../database/prepare-once.ts";
import { albumKey, bitrateKey, discKey, genreKey, trackKey, yearKey } from "./group-keys.ts";
import { tracks } from "./library-tables.ts";
import { findLargeGroup, passesFilters, type TrackFilters } from "./track-filter-store.ts";
import { foundBy } from "./track-search-store.ts";
import { shownColumns, type ShownColumns } from "./track-store.ts";

/** Which tracks of the library are listed. */
export interface Listing {
  /** The search, folded like the search text; '' for everything. */
  readonly folded: string;
  readonly filters: TrackFilters;
}

/** How a list is sorted. */
export interface TrackOrder {
  readonly sort: TrackSort;
  readonly isDescending: boolean;
}

/** One page of the library. */
interface TrackPage {
  readonly tracks: readonly ShownColumns[];
  readonly hasMore: boolean;
}

/**
 * @param afterId the last track of the page before; one that is gone starts from the beginning
 * @param offset how many tracks behind that one, or from the beginning, are left out
 */
export async function listTracks(
  connection: Connection,
  {
    folded,
    filters,
    afterId,
    offset,
    limit,
    order,
  }: Listing & {
    readonly afterId: string | null;
    readonly offset: number;
    readonly limit: number;
    readonly order: TrackOrder;
  },
): Promise<TrackPage> {
  const after = afterId === null ? null : await findId(connection, afterId);
  const rows = await connection
    .select(shownColumns)
    .from(tracks)
    .where(
      and(
        isNull(tracks.missingSince),
        passesFilters(filters),
        await foundBy(connection, folded),
        after === null ? undefined : isAfter(after, order),
      ),
    )
    .orderBy(...orderOf(order))
    .limit(limit + 1)
    .offset(offset);
  return { tracks: rows.slice(0, limit), hasMore: rows.length > limit };
}

/** Every so many rows of the whole library the id of a track, the first one after as many rows. */
export async function listMilestones(
  connection: Connection,
  { order, rowsBetween }: { readonly order: TrackOrder; readonly rowsBetween: number },
): Promise<readonly string[]> {
  const { rows } = await connection.execute<{ id: string }>(sql`
    select id from (
      select id, row_number() over (order by ${sql.join([...orderOf(order)], sql`, `)}) as place
      from ${tracks} where ${isNull(tracks.missingSince)}
    ) as placed where place % ${rowsBetween} = 0 order by place`);
  return rows.map(({ id }) => id);
}

/** How many tracks the whole list has; for one without search and filters it reads the whole library. */
export async function countTracks(
  connection: Connection,
  { folded, filters }: Listing,
): Promise<number> {
  const large = folded === "" ? await findLargeGroup(connection, filters) : null;
  if (large !== null) return large;
  const [counted] = await connection
    .select({ total: count() })
    .from(tracks)
    .where(
      and(isNull(tracks.missingSince), passesFilters(filters), await foundBy(connection, folded)),
    );
  return counted?.total ?? 0;
}

const trackOfId = prepareOnce((connection) =>
  connection
    .select({ id: tracks.id })
    .from(tracks)
    .where(eq(tracks.id, sql.placeholder("trackId")))
    .prepare("track_of_id"),
);

/** The id, if the library has such a track. */
export async function findId(connection: Connection, trackId: string): Promise<string | null> {
  const [found] = await trackOfId(connection).execute({ trackId });
  return found?.id ?? null;
}

/** What an order compares, as its index has it. The search text begins with the title. */
function keysOf(sort: TrackSort): readonly SQL[] {
  switch (sort) {
    case "artist":
      return [sql`${tracks.sortKey} collate "C"`];
    case "title":
      return [sql`${tracks.searchText} collate "C"`];
    case "added":
      return [sql`${tracks.createdAt}`];
    case "album":
      return [sql.raw(`(${albumKey}) collate "C"`), sql.raw(discKey), sql.raw(trackKey)];
    case "genre":
      return [sql.raw(`(${genreKey}) collate "C"`)];
    case "year":
      return [sql.raw(yearKey), sql`${tracks.sortKey} collate "C"`];
    case "duration":
      return [sql`${tracks.durationMs}`];
    case "bitrate":
      return [sql.raw(bitrateKey)];
    default:
      return sort satisfies never;
  }
}

/** Every order ends with the id, so that no two tracks are equal. */
function orderOf({ sort, isDescending }: TrackOrder): readonly SQL[] {
  const keys = [...keysOf(sort), sql`${tracks.id}`];
  return isDescending ? keys.map((key) => sql`${key} desc`) : keys;
}

function isAfter(trackId: string, { sort, isDescending }: TrackOrder): SQL {
  const keys = sql.join([...keysOf(sort), sql`${tracks.id}`], sql`, `);
  const last = sql`select ${keys} from ${tracks} where ${tracks.id} = ${trackId}`;
  return isDescending ? sql`(${keys}) < (${last})` : sql`(${keys}) > (${last})`;
}
