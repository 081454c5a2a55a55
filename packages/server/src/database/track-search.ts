import type { TrackSort } from "@neonrelay/contract";
import { and, asc, count, desc, isNull, sql, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import {
  alikeWords,
  beginnings,
  isLongEnoughToBeAlike,
  searchWordsOf,
  wholeWords,
} from "../library/search-rules.ts";
import type { Connection } from "./database.ts";
import { libraryWords, tracks } from "./schema.ts";
import { trackColumns, type StoredTrack } from "./track-store.ts";

export interface TrackPage {
  readonly tracks: readonly StoredTrack[];
  /** Of the whole list, not of this page. */
  readonly total: number;
  readonly hasMore: boolean;
}

const SEARCH_LIMIT = 100;
/** Known words taken for one word of the search. */
const MAX_ALIKE = 12;

/**
 * One page of the library.
 * @param folded the search, folded like the search text; '' for everything
 * @param afterId the last track of the page before; one that is gone starts from the beginning
 */
export async function listTracks(
  connection: Connection,
  {
    folded,
    afterId,
    limit,
    sort,
  }: {
    readonly folded: string;
    readonly afterId: string | null;
    readonly limit: number;
    readonly sort: TrackSort;
  },
): Promise<TrackPage> {
  const found = folded === "" ? undefined : await matching(connection, folded);
  if (folded !== "" && found === undefined) return { tracks: [], total: 0, hasMore: false };
  const matches = and(isNull(tracks.missingSince), found);
  const rows = await connection
    .select(trackColumns)
    .from(tracks)
    .where(and(matches, afterId === null ? undefined : isAfter(afterId, sort)))
    .orderBy(...orderOf(sort))
    .limit(limit + 1);
  const [counted] = await connection.select({ total: count() }).from(tracks).where(matches);
  return {
    tracks: rows.slice(0, limit),
    total: counted?.total ?? 0,
    hasMore: rows.length > limit,
  };
}

/**
 * At most 100 tracks, the best first: those that have every word, then those with words that begin so, then those
 * with words that contain them or are spelled alike. Of more than 100 equally good ones any 100, always the same.
 * @param folded folded like the search text
 */
export async function searchTracks(
  connection: Connection,
  folded: string,
): Promise<readonly StoredTrack[]> {
  const words = searchWordsOf(folded);
  if (words.length === 0) return [];
  const found = new Map<string, StoredTrack>();
  const add = async (query: string, order: SQL): Promise<void> => {
    for (const track of await findMatching(connection, query, order))
      if (found.size < SEARCH_LIMIT) found.set(track.id, found.get(track.id) ?? track);
  };
  const byName = sql`"sort_key" collate "C"`;
  await add(wholeWords(words), byName);
  if (found.size < SEARCH_LIMIT) await add(beginnings(words), byName);
  if (found.size < SEARCH_LIMIT && words.some(isLongEnoughToBeAlike)) {
    const alike = await findAlike(connection, words);
    if (alike.size > 0)
      await add(
        alikeWords(words, alike),
        sql`word_similarity(${folded}, "search_text") desc, ${byName}`,
      );
  }
  return [...found.values()];
}

/** The condition for one list of everything a search finds; undefined when it holds no word. */
async function matching(connection: Connection, folded: string): Promise<SQL | undefined> {
  const words = searchWordsOf(folded);
  if (words.length === 0) return undefined;
  const alike = words.some(isLongEnoughToBeAlike) ? await findAlike(connection, words) : new Map();
  return matches(alikeWords(words, alike));
}

/**
 * Lets the database count what is common. Without it a search for a common letter reads every track that has it.
 * PostgreSQL's servers do this by themselves in time; the embedded one never does.
 */
export async function countCommonWords(connection: Connection): Promise<void> {
  await connection.execute(sql`analyze ${tracks}`);
  await connection.execute(sql`analyze ${libraryWords}`);
}

/** At most 100 tracks that a query of the text search finds, read on a short way. */
export function findMatching(connection: Connection, query: string, order: SQL) {
  // By id, which has nothing to do with the words: a common word is met soon on the way along that index, and the
  // database knows how soon. Along the names a word may lie wholly at the far end.
  const some = connection
    .select(trackColumns)
    .from(tracks)
    .where(and(isNull(tracks.missingSince), matches(query)))
    .orderBy(tracks.id)
    .limit(SEARCH_LIMIT)
    .as("some");
  return connection.select().from(some).orderBy(order);
}

function matches(query: string): SQL {
  return sql`${tracks.searchWords} @@ ${query}::tsquery`;
}

/** For each word the known words that contain it or are spelled alike; short words have none. */
async function findAlike(
  connection: Connection,
  words: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const long = words.filter(isLongEnoughToBeAlike);
  const patterns = long.map((word) => `%${escapeLike(word)}%`);
  const { rows } = await connection.execute<{ wanted: string; words: string[] }>(sql`
    select wanted.word as wanted, array_agg(alike.word) as words
    from unnest(${sql.param(long)}::text[], ${sql.param(patterns)}::text[]) as wanted(word, pattern)
    cross join lateral (
      select known.word from ${libraryWords} as known
      where known.word like wanted.pattern or known.word % wanted.word
      order by similarity(known.word, wanted.word) desc, known.word collate "C"
      limit ${MAX_ALIKE}) as alike
    group by wanted.word`);
  return new Map(rows.map((row) => [row.wanted, row.words]));
}

function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
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
