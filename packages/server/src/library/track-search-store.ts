import { and, isNull, not, or, sql, type Placeholder, type SQL } from "drizzle-orm";
import { unionAll, type PgColumn } from "drizzle-orm/pg-core";
import { mistakesAllowed, rightPartsOf, wordsMeantBy } from "./misspelling-rules.ts";
import {
  alikeWords,
  beginnings,
  likenessOf,
  mostAlikeWords,
  readSearch,
  wholeWords,
} from "./search-rules.ts";
import type { Connection } from "../database/database.ts";
import { prepareOnce } from "../database/prepare-once.ts";
import { libraryWords, tracks } from "./library-tables.ts";
import { shownColumns, type ShownColumns } from "./track-store.ts";

type Found = ShownColumns & { readonly sortKey: string; readonly rank: number };
type AlikeByWord = ReadonlyMap<string, readonly string[]>;

/** In the language of PostgreSQL's text search. */
type TextQuery = string | Placeholder;

interface Wanted {
  readonly where: SQL | undefined;
  readonly rank: number;
}

interface LikeSearch {
  readonly words: readonly string[];
  readonly alike: AlikeByWord;
  readonly limit: number;
}

const SEARCH_LIMIT = 50;
/** With this many exact matches the words are not misspelled. */
const ENOUGH_WRITTEN = 20;
/** Known words taken for one word of the search. */
const MAX_ALIKE = 12;
/** Known words that a misspelled one is compared with, letter by letter. */
const MAX_COMPARED = 2000;

/**
 * At most 50 tracks, the best first: those that have every word, then those with words that begin so; where these are
 * few, then those with words that contain them or are spelled alike. Of more equally good ones any, always the same.
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
      return inOrder(await some(connection, { where: namedBy(search.signs), rank: 0 }));
    case "words":
      return inOrder(await findByWords(connection, search.words));
    default:
      return search satisfies never;
  }
}

/** The condition for everything a search finds; undefined, which is every track, for ''. */
export async function foundBy(connection: Connection, folded: string): Promise<SQL | undefined> {
  const search = readSearch(folded);
  switch (search.kind) {
    case "nothing":
      return undefined;
    case "signs":
      return namedBy(search.signs);
    case "words":
      return matches(alikeWords(search.words, await findAlike(connection, search.words)));
    default:
      return search satisfies never;
  }
}

/**
 * Lets the database count what is common. Without it a search for a common letter reads every track that has it.
 * PostgreSQL's servers do this by themselves in time; the embedded one never does.
 */
export async function countCommonWords(connection: Connection): Promise<void> {
  await connection.execute(sql`analyze ${tracks}`);
  await connection.execute(sql`analyze ${libraryWords}`);
}

async function findByWords(
  connection: Connection,
  words: readonly string[],
): Promise<readonly Found[]> {
  const found = await written(connection).execute({
    whole: wholeWords(words),
    begins: beginnings(words),
  });
  if (found.length >= ENOUGH_WRITTEN) return found;
  const alike = await findAlike(connection, words);
  if (alike.size === 0) return found;
  const limit = SEARCH_LIMIT - found.length;
  return [...found, ...(await findLike(connection, { words, alike, limit }))];
}

const written = prepareOnce((connection) =>
  selectWritten(connection, {
    whole: sql.placeholder("whole"),
    begins: sql.placeholder("begins"),
  }).prepare(""),
);

/** Tracks that have the words (rank 0) or words that begin so (rank 1). */
export function selectWritten(
  connection: Connection,
  { whole, begins }: { readonly whole: TextQuery; readonly begins: TextQuery },
) {
  const hasWhole = matches(whole);
  // Here and below: the second half is read only as far as the first leaves room.
  return unionAll(
    some(connection, { where: hasWhole, rank: 0 }),
    some(connection, { where: and(matches(begins), not(hasWhole)), rank: 1 }),
  ).limit(SEARCH_LIMIT);
}

const like = prepareOnce((connection) => {
  const begins = matches(sql.placeholder("begins"));
  const hasMostAlike = matches(sql.placeholder("mostAlike"));
  const hasAlike = matches(sql.placeholder("alike"));
  return unionAll(
    some(connection, { where: and(hasMostAlike, not(begins)), rank: 2 }),
    some(connection, { where: and(hasAlike, not(hasMostAlike)), rank: 3 }),
  )
    .limit(sql.placeholder("limit"))
    .prepare("tracks_like_words");
});

/** Tracks with words that contain those or are spelled alike: the most alike one (rank 2), then any (rank 3). */
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
 * Some of the tracks, in no order: the database takes rare words from their index, and meets common ones soon whatever
 * it reads. Ordered by anything it would read all that match, or walk far.
 */
function some(connection: Connection, { where, rank }: Wanted) {
  return connection
    .select({ ...shownColumns, sortKey: tracks.sortKey, rank: sql<number>`${rank}::int` })
    .from(tracks)
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

/** The search text begins with the title, the sort key with the artist. */
function namedBy(signs: string): SQL | undefined {
  const pattern = `${escapeLike(signs)}%`;
  const begins = (column: PgColumn): SQL => sql`${column} collate "C" like ${pattern}`;
  return or(begins(tracks.searchText), begins(tracks.sortKey));
}

/**
 * For each word the known words that contain it or are spelled alike, the most alike first. A word that begins none of
 * them is misspelled: those with one or two other letters come before all.
 */
async function findAlike(connection: Connection, words: readonly string[]): Promise<AlikeByWord> {
  const spelled = words.filter((word) => likenessOf(word) === "spelled");
  const holding = words.filter((word) => likenessOf(word) === "holding");
  if (spelled.length + holding.length === 0) return new Map();
  const compared = spelled.map((wanted) => ({
    wanted,
    ...rightPartsOf(wanted),
    mistakes: mistakesAllowed(wanted),
  }));
  // No word has a character that means something in a pattern: they are breaks between words.
  const { rows } = await connection.execute<{ wanted: string; words: string[]; near: string[] }>(
    sql`
    select wanted, array(
      select word from ${libraryWords} where word like '%' || wanted || '%' or word % wanted
      order by similarity(word, wanted) desc, word collate "C" limit ${MAX_ALIKE}) as words,
      case when mistakes = 0
        or exists (select from ${libraryWords} where word like wanted || '%') then '{}'
      else array(
        select word from ${libraryWords}
        where (word like beginning || '%' or word like '%' || ending)
          and length(word) between length(wanted) - mistakes and length(wanted) + mistakes
        limit ${MAX_COMPARED}) end as near
    from json_to_recordset(${JSON.stringify(compared)}::json)
      as compared (wanted text, beginning text, ending text, mistakes int)
    union all
    select wanted, array(
      select word from ${libraryWords} where position(wanted in word) > 0
      order by length(word), word collate "C" limit ${MAX_ALIKE}), '{}'
    from unnest(${sql.param(holding)}::text[]) as wanted`,
  );
  return new Map(
    rows
      .map(({ wanted, words: alike, near }) => {
        const all = new Set([...wordsMeantBy(wanted, near.toSorted()), ...alike]);
        return [wanted, [...all].slice(0, MAX_ALIKE)] as const;
      })
      .filter(([, alike]) => alike.length > 0),
  );
}

function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}
