import { and, isNull, or, sql, type Placeholder, type SQL, type Subquery } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { findAlike, type AlikeByWord } from "./alike-words-store.ts";
import {
  alikeWords,
  beginnings,
  mostAlikeWords,
  otherWords,
  readSearch,
  wholeWords,
} from "./search-rules.ts";
import type { Connection } from "../database/database.ts";
import { inPlaceOf, prepareOnce } from "../database/statements.ts";
import { libraryWords, tracks } from "./library-tables.ts";
import { shownColumns, type ShownColumns } from "./track-store.ts";

type Found = ShownColumns & { readonly sortKey: string; readonly rank: number };

/** In the syntax of PostgreSQL's text search; null matches nothing. */
type TextQuery = string | null | Placeholder;

interface RankedQueries {
  /** Ranks first. */
  readonly narrow: TextQuery;
  /** Matches everything that `narrow` does. */
  readonly wide: TextQuery;
  /** `wide` without its last word, see `otherWords`. */
  readonly others: TextQuery;
  /** Tracks that match are left out. */
  readonly without: TextQuery;
  /** The rank of `narrow`; `wide` has the next. */
  readonly rank: number | Placeholder;
  readonly limit: number | Placeholder;
}

const SEARCH_LIMIT = 50;
/** With this many exact matches the search has no typos. */
const ENOUGH_WRITTEN = 20;
/** Tracks to choose the best from: enough for an answer without the exact matches that it already has. */
const MAX_CANDIDATES = SEARCH_LIMIT + ENOUGH_WRITTEN;

/**
 * At most 50 tracks, best first: those with every word, then prefixes; if those are few, then tracks whose words
 * contain the search words or are spelled similarly. Which of equally good tracks are found is arbitrary but stable.
 * @param folded folded like the search text
 */
export async function searchTracks(
  connection: Connection,
  folded: string,
): Promise<readonly ShownColumns[]> {
  const search = readSearch(folded);
  switch (search.kind) {
    case "nothing":
      return [];
    case "signs":
      return inOrder(
        await connection
          .select({ ...shownColumns, sortKey: tracks.sortKey, rank: sql<number>`0` })
          .from(tracks)
          .where(and(isNull(tracks.missingSince), namedBy(search.signs)))
          .limit(SEARCH_LIMIT),
      );
    case "words":
      return inOrder(await findByWords(connection, search.words));
    default:
      return search satisfies never;
  }
}

/** The condition for everything a search finds; undefined, which matches every track, for ''. */
export async function foundBy(connection: Connection, folded: string): Promise<SQL | undefined> {
  const search = readSearch(folded);
  switch (search.kind) {
    case "nothing":
      return undefined;
    case "signs":
      return namedBy(search.signs);
    case "words":
      return matches(alikeWords(search.words, await alikeOf(connection, search.words)));
    default:
      return search satisfies never;
  }
}

/**
 * Part of a search's results, to read instead of the table; null, which means every track, for ''.
 * @param most maximum number of tracks
 */
export async function someFoundBy(
  connection: Connection,
  { folded, most }: { readonly folded: string; readonly most: number },
): Promise<Subquery | null> {
  const search = readSearch(folded);
  switch (search.kind) {
    case "nothing":
      return null;
    case "signs":
      return inPlaceOf(
        tracks,
        sql`select * from ${tracks} where ${and(isNull(tracks.missingSince), namedBy(search.signs))} limit ${most}`,
      );
    case "words":
      return withIds(idsIn(await findSome(connection, search.words, most)));
    default:
      return search satisfies never;
  }
}

async function alikeOf(connection: Connection, words: readonly string[]): Promise<AlikeByWord> {
  return (await findAlike(connection, words)) ?? new Map();
}

/** Ids of tracks with the words or similar ones, or only with the word itself where a sample has enough of those. */
async function findSome(
  connection: Connection,
  words: readonly string[],
  most: number,
): Promise<string> {
  if (words.length === 1) {
    const [sampled] = await sampledIds(connection).execute({ query: beginnings(words), most });
    if (sampled?.total === most) return sampled.ids;
  }
  const alike = await alikeOf(connection, words);
  const [found] = await foundIds(connection).execute({
    query: alikeWords(words, alike),
    others: otherWords(words, alike),
    most,
  });
  return found?.ids ?? "{}";
}

const given = {
  query: sql`${sql.placeholder("query")}::tsquery`,
  others: sql`${sql.placeholder("others")}::tsquery`,
  most: sql`${sql.placeholder("most")}::int`,
};
const sampledIds = prepareOnce((connection) =>
  selectIds(connection, sql`sampled_track_ids(${given.query}, ${given.most})`).prepare(
    "sampled_track_ids",
  ),
);
const foundIds = prepareOnce((connection) =>
  selectIds(
    connection,
    sql`found_track_ids(${given.query}, ${given.others}, ${given.most})`,
  ).prepare("found_track_ids"),
);

/** The ids as text, to be sent back as they are. */
function selectIds(connection: Connection, found: SQL) {
  return connection
    .select({ ids: sql<string>`ids::text`, total: sql<number>`cardinality(ids)` })
    .from(sql`${found} as ids`);
}

/**
 * Updates the planner's statistics; without them, searching for a common letter reads every track that has it.
 * PostgreSQL servers do this themselves in time; the embedded one never does.
 */
export async function countCommonWords(connection: Connection): Promise<void> {
  await connection.execute(sql`analyze ${tracks}`);
  await connection.execute(sql`analyze ${libraryWords}`);
}

async function findByWords(
  connection: Connection,
  words: readonly string[],
): Promise<readonly Found[]> {
  const begins = beginnings(words);
  const found = await ranked(connection).execute({
    narrow: wholeWords(words),
    wide: begins,
    others: otherWords(words, new Map()),
    without: null,
    rank: 0,
    limit: SEARCH_LIMIT,
  });
  if (found.length >= ENOUGH_WRITTEN) return found;
  const alike = await findAlike(connection, words);
  if (alike === null || alike.size === 0) return found;
  const like = await ranked(connection).execute({
    narrow: mostAlikeWords(words, alike),
    wide: alikeWords(words, alike),
    others: otherWords(words, alike),
    without: begins,
    rank: 2,
    limit: SEARCH_LIMIT - found.length,
  });
  return [...found, ...like];
}

const ranked = prepareOnce((connection) =>
  selectRanked(connection, {
    narrow: sql.placeholder("narrow"),
    wide: sql.placeholder("wide"),
    others: sql.placeholder("others"),
    without: sql.placeholder("without"),
    rank: sql.placeholder("rank"),
    limit: sql.placeholder("limit"),
  }).prepare("ranked_tracks"),
);

/**
 * Some tracks of the wide query, those of the narrow one first. The narrow one is only searched if the candidates of the
 * wide one are not all its matches.
 */
export function selectRanked(
  connection: Connection,
  { narrow, wide, others, without, rank, limit }: RankedQueries,
) {
  const candidates = sql`
    with wide as materialized (
      select found_track_ids(${wide}::tsquery, ${others}::tsquery, ${MAX_CANDIDATES}) as ids
    ), narrow as materialized (
      select found_track_ids(${narrow}::tsquery, null, ${MAX_CANDIDATES}) as ids
      from wide where cardinality(ids) = ${MAX_CANDIDATES}
    )
    select unnest(ids) as id from narrow union
    select unnest(ids) from wide
    where not exists (select from narrow where cardinality(ids) = ${MAX_CANDIDATES})`;
  const rankOfTrack = sql<number>`${rank}::int + (not ${matches(narrow)})::int`;
  return connection
    .select({ ...shownColumns, sortKey: tracks.sortKey, rank: rankOfTrack.as("rank") })
    .from(withIds(candidates))
    .where(sql`(${matches(without)}) is not true`)
    .orderBy(sql`rank`, tracks.id)
    .limit(limit);
}

function inOrder(found: readonly Found[]): readonly ShownColumns[] {
  return found.toSorted(
    (one, other) => one.rank - other.rank || (one.sortKey < other.sortKey ? -1 : 1),
  );
}

function matches(query: TextQuery): SQL {
  return sql`${tracks.searchWords} @@ ${query}::tsquery`;
}

/** Hides their number from the planner, which would read the whole table for a few hundred. */
function idsIn(ids: string): SQL {
  return sql`select unnest((select ${ids}::uuid[])) as id`;
}

/** The tracks with these ids, to read instead of the table. */
function withIds(ids: SQL): Subquery {
  return inPlaceOf(
    tracks,
    sql`select ${tracks}.* from (${ids}) as found join ${tracks} using (id)`,
  );
}

/** Matches titles and artists: the search text begins with the title, the sort key with the artist. */
function namedBy(signs: string): SQL | undefined {
  const pattern = `${escapeLike(signs)}%`;
  const begins = (column: PgColumn): SQL => sql`${column} collate "C" like ${pattern}`;
  return or(begins(tracks.searchText), begins(tracks.sortKey));
}

function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}
