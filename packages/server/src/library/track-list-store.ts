import type { TrackSort } from "@neonrelay/contract";
import { and, asc, count, desc, isNull, sql, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Connection } from "../database/database.ts";
import { tracks } from "./library-tables.ts";
import { foundBy } from "./track-search-store.ts";
import { shownColumns, type ShownColumns } from "./track-store.ts";

/** One page of the library. */
export interface TrackPage {
  readonly tracks: readonly ShownColumns[];
  readonly hasMore: boolean;
}

/**
 * @param folded the search, folded like the search text; '' for everything
 * @param afterId the last track of the page before; one that is gone starts from the beginning
 * @param offset how many tracks behind that one, or from the beginning, are left out
 */
export async function listTracks(
  connection: Connection,
  {
    folded,
    afterId,
    offset,
    limit,
    sort,
  }: {
    readonly folded: string;
    readonly afterId: string | null;
    readonly offset: number;
    readonly limit: number;
    readonly sort: TrackSort;
  },
): Promise<TrackPage> {
  const rows = await connection
    .select(shownColumns)
    .from(tracks)
    .where(
      and(
        isNull(tracks.missingSince),
        await foundBy(connection, folded),
        afterId === null ? undefined : isAfter(afterId, sort),
      ),
    )
    .orderBy(...orderOf(sort))
    .limit(limit + 1)
    .offset(offset);
  return { tracks: rows.slice(0, limit), hasMore: rows.length > limit };
}

/** How many tracks the whole list has; for '' it reads the whole library. @param folded as for the list */
export async function countTracks(connection: Connection, folded: string): Promise<number> {
  const [counted] = await connection
    .select({ total: count() })
    .from(tracks)
    .where(and(isNull(tracks.missingSince), await foundBy(connection, folded)));
  return counted?.total ?? 0;
}

/** The search text begins with the title. Every order ends with the id, so that no two tracks are equal. */
function orderOf(sort: TrackSort): readonly [SQL, SQL] {
  switch (sort) {
    case "artist":
      return [sql`${tracks.sortKey} collate "C"`, asc(tracks.id)];
    case "title":
      return [sql`${tracks.searchText} collate "C"`, asc(tracks.id)];
    case "added":
      return [desc(tracks.createdAt), desc(tracks.id)];
    default:
      return sort satisfies never;
  }
}

function isAfter(trackId: string, sort: TrackSort): SQL {
  const keyOf = (column: PgColumn): SQL =>
    sql`(select ${column} from ${tracks} where ${tracks.id} = ${trackId})`;
  const isBehind = (column: PgColumn): SQL =>
    sql`(${column} collate "C", ${tracks.id}) > (coalesce(${keyOf(column)}, '') collate "C", ${trackId}::uuid)`;
  switch (sort) {
    case "artist":
      return isBehind(tracks.sortKey);
    case "title":
      return isBehind(tracks.searchText);
    case "added":
      return sql`(${tracks.createdAt}, ${tracks.id}) < (coalesce(${keyOf(tracks.createdAt)}, 'infinity'), ${trackId}::uuid)`;
    default:
      return sort satisfies never;
  }
}
