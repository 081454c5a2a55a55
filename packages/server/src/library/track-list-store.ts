import type { TrackSort } from "@neonrelay/contract";
import { and, count, eq, isNull, sql, type SQL, type Subquery } from "drizzle-orm";
import type { Connection } from "../database/database.ts";
import { inPlaceOf, prepareOnce } from "../database/statements.ts";
import { albumKey, bitrateKey, discKey, genreKey, trackKey, yearKey } from "./group-keys.ts";
import { tracks } from "./library-tables.ts";
import {
  candidatesOf,
  findLargeGroup,
  isOfAll,
  passesFilters,
  type TrackFilters,
} from "./track-filter-store.ts";
import { foundBy, someFoundBy } from "./track-search-store.ts";
import { shownColumns, type ShownColumns } from "./track-store.ts";

/** Selects tracks of the library. */
export interface Listing {
  /** The search, folded like the search text; '' matches all. */
  readonly folded: string;
  readonly filters: TrackFilters;
  /** Maximum results of a search or filters, see isBounded; null: no limit. */
  readonly most: number | null;
}

/** The order of a list. */
export interface TrackOrder {
  readonly sort: TrackSort;
  readonly isDescending: boolean;
}

type OrderedListing = Listing & { readonly order: TrackOrder };

/** One page of the library. */
interface TrackPage {
  readonly tracks: readonly ShownColumns[];
  readonly hasMore: boolean;
}

/**
 * @param afterId the last track of the previous page; if it is gone, the list starts over
 * @param offset how many tracks to skip after it, or from the beginning
 */
export async function listTracks(
  connection: Connection,
  {
    afterId,
    offset,
    limit,
    order,
    ...listing
  }: Listing & {
    readonly afterId: string | null;
    readonly offset: number;
    readonly limit: number;
    readonly order: TrackOrder;
  },
): Promise<TrackPage> {
  const after = afterId === null ? null : await findId(connection, afterId);
  const { from, where } = await sourceOf(connection, { ...listing, order });
  const rows = await connection
    .select(shownColumns)
    .from(from)
    .where(
      and(isNull(tracks.missingSince), where, after === null ? undefined : isAfter(after, order)),
    )
    .orderBy(...orderOf(order))
    .limit(limit + 1)
    .offset(offset);
  return { tracks: rows.slice(0, limit), hasMore: rows.length > limit };
}

/**
 * The id of every `rowsBetween`-th track of an unbounded list, in order.
 * @param rows how many rows of the list to read; null: all
 */
export async function listMilestones(
  connection: Connection,
  {
    order: { filters, ...order },
    rowsBetween,
    rows: most,
  }: {
    readonly order: TrackOrder & Pick<Listing, "filters">;
    readonly rowsBetween: number;
    readonly rows: number | null;
  },
): Promise<readonly string[]> {
  const { where } = isOfAll(filters) ? { where: passesFilters(filters) } : candidatesOf(filters);
  const { rows } = await connection.execute<{ id: string }>(sql`
    select id from (
      select id, row_number() over (order by ${sql.join([...orderOf(order)], sql`, `)}) as place
      from ${tracks} where ${and(isNull(tracks.missingSince), where)}
      order by ${sql.join([...orderOf(order)], sql`, `)} limit ${most}::int
    ) as placed where place % ${rowsBetween} = 0 order by place`);
  return rows.map(({ id }) => id);
}

/** How many tracks the whole list has; for large groups and the library, as last counted. */
export async function countTracks(
  connection: Connection,
  listing: OrderedListing,
): Promise<number> {
  const { folded, filters, most } = listing;
  const large = folded === "" ? await findLargeGroup(connection, filters) : null;
  if (large !== null) return isBounded(listing) ? Math.min(large, most ?? large) : large;
  const { from, where } = await sourceOf(connection, listing);
  const [counted] = await connection
    .select({ total: count() })
    .from(from)
    .where(and(isNull(tracks.missingSince), where));
  return counted?.total ?? 0;
}

/**
 * Whether the list stops at a limit. The whole library never does, nor a genre, a year or a kind by artist, since an
 * index has those in order.
 */
export function isBounded({ folded, filters, most, order }: OrderedListing): boolean {
  if (most === null || (folded === "" && isOfAll(filters))) return false;
  return folded !== "" || order.sort !== "artist" || !candidatesOf(filters).areByArtist;
}

/** A subquery to read instead of the table, and the condition on its tracks. */
async function sourceOf(
  connection: Connection,
  listing: OrderedListing,
): Promise<{ readonly from: typeof tracks | Subquery; readonly where: SQL | undefined }> {
  const { folded, filters, most } = listing;
  const passes = passesFilters(filters);
  if (most === null) return { from: tracks, where: and(passes, await foundBy(connection, folded)) };
  const found = await someFoundBy(connection, { folded, most });
  if (found !== null) return { from: found, where: passes };
  if (isOfAll(filters)) return { from: tracks, where: passes };
  const { where, order } = candidatesOf(filters);
  if (!isBounded(listing)) return { from: tracks, where };
  const first = order.length === 0 ? sql`` : sql`order by ${sql.join([...order], sql`, `)}`;
  return {
    from: inPlaceOf(
      tracks,
      sql`select * from ${tracks} where ${and(isNull(tracks.missingSince), where)} ${first} limit ${most}`,
    ),
    where: passes,
  };
}

const trackOfId = prepareOnce((connection) =>
  connection
    .select({ id: tracks.id })
    .from(tracks)
    .where(eq(tracks.id, sql.placeholder("trackId")))
    .prepare("track_of_id"),
);

/** The id if the library has this track, else null. */
export async function findId(connection: Connection, trackId: string): Promise<string | null> {
  const [found] = await trackOfId(connection).execute({ trackId });
  return found?.id ?? null;
}

/** The keys of an order, matching its index. The search text begins with the title. */
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

/** Every order ends with the id, so that it is total. */
function orderOf({ sort, isDescending }: TrackOrder): readonly SQL[] {
  const keys = [...keysOf(sort), sql`${tracks.id}`];
  return isDescending ? keys.map((key) => sql`${key} desc`) : keys;
}

function isAfter(trackId: string, { sort, isDescending }: TrackOrder): SQL {
  const keys = sql.join([...keysOf(sort), sql`${tracks.id}`], sql`, `);
  const last = sql`select ${keys} from ${tracks} where ${tracks.id} = ${trackId}`;
  return isDescending ? sql`(${keys}) < (${last})` : sql`(${keys}) > (${last})`;
}
