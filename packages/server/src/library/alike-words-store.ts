import { sql, type SQL } from "drizzle-orm";
import type { Connection } from "../database/database.ts";
import { prepareOnce } from "../database/statements.ts";
import { libraryWords } from "./library-tables.ts";
import { mistakesAllowed, wordsMeantBy } from "./misspelling-rules.ts";
import { likenessOf } from "./search-rules.ts";

export type AlikeByWord = ReadonlyMap<string, readonly string[]>;

/** Maximum known words that stand in for one search word. */
const MAX_ALIKE = 12;
/** Maximum search words compared with known ones. */
const MAX_COMPARED = 2;
/** Known words fetched on each side of a search word. */
const MAX_NEIGHBOURS = 100;
const LEAST_SIMILARITY = 0.4;
/** Maximum words without spaces, such as Japanese titles, searched for one or two characters inside them. */
const MAX_UNSPACED = 2000;
const FIRST_UNSPACED = "\u3040";
const BEHIND_UNSPACED = "\ufb00";
/** Sorts after every word with the same beginning. */
const LAST_LETTER = "\u{10ffff}";

/**
 * Known words similar to those of a search, most similar first. Only a few search words are compared, so that the cost
 * does not grow with the library: words that no track has come first, then the others.
 * @returns null when too many words are misspelled for anything to be found
 */
export async function findAlike(
  connection: Connection,
  words: readonly string[],
): Promise<AlikeByWord | null> {
  const known = await findKnown(connection, words);
  const misspelled = words.filter((word) => !known.has(word));
  if (misspelled.length > MAX_COMPARED) return null;
  if (misspelled.some((word) => likenessOf(word) === "none")) return null;
  const compared = [...misspelled, ...words.filter((word) => known.has(word))]
    .filter((word) => likenessOf(word) !== "none")
    .slice(0, MAX_COMPARED);
  const spelled = compared
    .filter((word) => likenessOf(word) === "spelled")
    .map((wanted) => ({ wanted, mistakes: known.has(wanted) ? 0 : mistakesAllowed(wanted) }));
  const holding = compared.filter((word) => likenessOf(word) === "holding");
  if (compared.length === 0) return new Map();
  const rows = await wordsAlike(connection).execute({
    spelled: JSON.stringify(spelled),
    holding,
  });
  return new Map(
    rows
      .map(({ wanted, words: alike, near }) => {
        const all = new Set([...wordsMeantBy(wanted, near.toSorted()), ...alike]);
        return [wanted, [...all].slice(0, MAX_ALIKE)] as const;
      })
      .filter(([, alike]) => alike.length > 0),
  );
}

/** Prepared once: planning costs more than running it. */
const wordsAlike = prepareOnce((connection) =>
  connection
    .select({
      wanted: sql<string>`wanted`,
      words: sql<string[]>`words`,
      near: sql<string[]>`near`,
    })
    // Words contain no pattern characters: those are word breaks.
    .from(
      sql`(
    select wanted, likely.words, likely.near from json_to_recordset(${sql.placeholder("spelled")}::json)
      as compared (wanted text, mistakes int)
    cross join lateral (
      with neighbours as materialized (${neighboursOf(sql`wanted`)})
      select
        array(select word from neighbours
          where word like '%' || wanted || '%' or similarity(word, wanted) >= ${LEAST_SIMILARITY}::real
          order by similarity(word, wanted) desc, word collate "C" limit ${MAX_ALIKE}) as words,
        array(select word from neighbours where mistakes > 0
          and length(word) between length(wanted) - mistakes and length(wanted) + mistakes) as near
    ) as likely
    union all
    select wanted, array(
      select word from (
        select word from ${libraryWords}
        where word collate "C" >= ${FIRST_UNSPACED} and word collate "C" < ${BEHIND_UNSPACED}
        order by word collate "C" limit ${MAX_UNSPACED}) as unspaced
      where position(wanted in word) > 0
      order by length(word), word collate "C" limit ${MAX_ALIKE}), '{}'
    from unnest(${sql.placeholder("holding")}::text[]) as given (wanted)) as alike`,
    )
    .prepare("words_alike"),
);

/** Which of the words the library has; for the last one a beginning is enough, as in `beginnings`. */
async function findKnown(
  connection: Connection,
  words: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await knownWords(connection).execute({ words });
  return new Set(rows.map(({ wanted }) => wanted));
}

const knownWords = prepareOnce((connection) => {
  const words = sql`${sql.placeholder("words")}::text[]`;
  return connection
    .select({ wanted: sql<string>`wanted` })
    .from(sql`unnest(${words}) with ordinality as given (wanted, place)`)
    .where(
      sql`exists (select from ${libraryWords} where word = wanted)
      or place = cardinality(${words}) and exists (select from ${libraryWords}
        where word collate "C" >= wanted and word collate "C" < wanted || ${LAST_LETTER}::text)`,
    )
    .prepare("known_words");
});

/**
 * The alphabetical neighbours of a word, read forwards and backwards, among them words that contain it: with a mistake
 * or two, the beginning or the end of a word is nearly always right.
 */
function neighboursOf(wanted: SQL): SQL {
  const word = sql`word collate "C"`;
  const backwards = sql`reverse(word) collate "C"`;
  const side = (where: SQL, order: SQL): SQL =>
    sql`(select word from ${libraryWords} where ${where} order by ${order} limit ${MAX_NEIGHBOURS})`;
  return sql.join(
    [
      side(sql`${word} >= ${wanted}`, word),
      side(sql`${word} < ${wanted}`, sql`${word} desc`),
      side(sql`${backwards} >= reverse(${wanted})`, backwards),
      side(sql`${backwards} < reverse(${wanted})`, sql`${backwards} desc`),
      sql`(select word from ${libraryWords} where word like '%' || ${wanted} || '%' limit ${MAX_NEIGHBOURS})`,
    ],
    sql` union `,
  );
}
