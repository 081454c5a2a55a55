import { and, isNull, not, or, sql, type Placeholder, type SQL, type Subquery } from "drizzle-orm";
import { unionAll, type PgColumn } from "drizzle-orm/pg-core";
import { findAlike, type AlikeByWord } from "./alike-words-store.ts";
import { alikeWords, beginnings, mostAlikeWords, readSearch, wholeWords } from "./search-rules.ts";
import type { Connection } from "../database/database.ts";
import { inPlaceOf, prepareOnce } from "../database/statements.ts";
import { libraryWords, tracks } from "./library-tables.ts";
import { shownColumns, type ShownColumns } from "./track-store.ts";

type Found = ShownColumns & { readonly sortKey: string; readonly rank: number };

/** In the syntax of PostgreSQL's text search. */
type TextQuery = string | Placeholder;

interface Wanted {
  /** The table, or a subquery in its place. */
  readonly from: typeof tracks | Subquery;
  readonly where: SQL | undefined;
  readonly rank: number;
}

interface WrittenQueries {
  readonly whole: TextQuery;
  readonly begins: TextQuery;
}

interface LikeSearch {
  readonly words: readonly string[];
  readonly alike: AlikeByWord;
  readonly limit: number;
}

const SEARCH_LIMIT = 50;
/** With this many exact matches the search has no typos. */
const ENOUGH_WRITTEN = 20;
/** A shorter single word begins so many others that any part of the library has enough matches. */
const LEAST_INDEXED_LETTERS = 3;

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
        await some(connection, { from: tracks, where: namedBy(search.signs), rank: 0 }),
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
      return matches(await queryOf(connection, search.words));
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
      return indexed(await queryOf(connection, search.words), most);
    default:
      return search satisfies never;
  }
}

async function queryOf(connection: Connection, words: readonly string[]): Promise<string> {
  const alike = await findAlike(connection, words);
  return alikeWords(words, alike ?? new Map());
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
  const given = { whole: wholeWords(words), begins: beginnings(words) };
  const found = await (isShort(words) ? writtenShort : written)(connection).execute(given);
  if (found.length >= ENOUGH_WRITTEN) return found;
  const alike = await findAlike(connection, words);
  if (alike === null || alike.size === 0) return found;
  const limit = SEARCH_LIMIT - found.length;
  return [...found, ...(await findLike(connection, { words, alike, limit }))];
}

/** A single word of one or two letters: any part of the library yields fifty prefix matches. */
export function isShort([word = "", ...others]: readonly string[]): boolean {
  return others.length === 0 && Array.from(word).length < LEAST_INDEXED_LETTERS;
}

const placeholders = { whole: sql.placeholder("whole"), begins: sql.placeholder("begins") };
const written = prepareOnce((connection) =>
  selectWritten(connection, placeholders).prepare("tracks_with_words"),
);
const writtenShort = prepareOnce((connection) =>
  selectWrittenShort(connection, placeholders).prepare(""),
);

/** Tracks with the words (rank 0) or with words that begin like them (rank 1). */
export function selectWritten(connection: Connection, { whole, begins }: WrittenQueries) {
  // Here and below the second part is only read as far as the first leaves room.
  return unionAll(
    some(connection, { from: indexed(whole, SEARCH_LIMIT), where: undefined, rank: 0 }),
    some(connection, {
      from: indexed(begins, 2 * SEARCH_LIMIT),
      where: not(matches(whole)),
      rank: 1,
    }),
  ).limit(SEARCH_LIMIT);
}

/** The same for a short word, using whatever the database finds first. */
export function selectWrittenShort(connection: Connection, { whole, begins }: WrittenQueries) {
  const hasWhole = matches(whole);
  return unionAll(
    some(connection, { from: tracks, where: hasWhole, rank: 0 }),
    some(connection, { from: tracks, where: and(matches(begins), not(hasWhole)), rank: 1 }),
  ).limit(SEARCH_LIMIT);
}

const like = prepareOnce((connection) => {
  const begins = matches(sql.placeholder("begins"));
  const hasMostAlike = matches(sql.placeholder("mostAlike"));
  return unionAll(
    some(connection, {
      from: indexed(sql.placeholder("mostAlike"), 2 * SEARCH_LIMIT),
      where: not(begins),
      rank: 2,
    }),
    some(connection, {
      from: indexed(sql.placeholder("alike"), 3 * SEARCH_LIMIT),
      where: not(hasMostAlike),
      rank: 3,
    }),
  )
    .limit(sql.placeholder("limit"))
    .prepare("tracks_like_words");
});

/**
 * Tracks with words that contain these or are spelled similarly: the most similar word (rank 2), then the others (rank
 * 3).
 */
async function findLike(
  connection: Connection,
  { words, alike, limit }: LikeSearch,
): Promise<readonly Found[]> {
  return await like(connection).execute({
    begins: beginnings(words),
    mostAlike: mostAlikeWords(words, alike),
    alike: alikeWords(words, alike),
    limit,
  });
}

/**
 * Some of the tracks, unordered: rare words come from their index, and common ones turn up quickly in any read. Any
 * order would make it read all matches, or walk far.
 */
function some(connection: Connection, { from, where, rank }: Wanted) {
  return connection
    .select({ ...shownColumns, sortKey: tracks.sortKey, rank: sql<number>`${rank}::int` })
    .from(from)
    .where(and(isNull(tracks.missingSince), where))
    .limit(SEARCH_LIMIT);
}

function inOrder(found: readonly Found[]): readonly ShownColumns[] {
  return found.toSorted(
    (one, other) => one.rank - other.rank || (one.sortKey < other.sortKey ? -1 : 1),
  );
}

function matches(query: TextQuery): SQL {
  return sql`${tracks.searchWords} @@ ${query}::tsquery`;
}

/** A limited number of matching tracks, which the index finds however common the words are. */
function indexed(query: TextQuery, most: number): Subquery {
  return inPlaceOf(tracks, sql`select * from found_tracks(${query}::tsquery, ${most}::int)`);
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
