/** Between words; the stored words are split at the same ones, see `searchWords` in the schema. */
export const WORD_BREAKS = String.raw`()[]{}<>"“”.,;:!?¡¿/\|-–—_&+*#%=~@…·`;
/** Part of a word that nobody types: "don't" is found as "dont". */
export const UNTYPED = "'’‘`´";

const MAX_WORDS = 8;
/** Longer ones are cut; PostgreSQL's words hold 2046 bytes. */
const MAX_WORD_LENGTH = 100;
/** Shorter words are only compared with the beginnings of words: there are no three letters to be alike in. */
const SHORTEST_ALIKE_LENGTH = 3;

const breaks = new Set(` ${WORD_BREAKS}`);
const untyped = new Set(UNTYPED);

/** The words of a search, each once. @param folded as foldText gives it */
export function searchWordsOf(folded: string): readonly string[] {
  const words = Array.from(folded)
    .filter((character) => !untyped.has(character))
    .map((character) => (breaks.has(character) ? " " : character))
    .join("")
    .split(" ")
    .filter((word) => word !== "")
    .map((word) => word.slice(0, MAX_WORD_LENGTH).toWellFormed());
  return [...new Set(words)].slice(0, MAX_WORDS);
}

export function isLongEnoughToBeAlike(word: string): boolean {
  return Array.from(word).length >= SHORTEST_ALIKE_LENGTH;
}

/** A query of PostgreSQL's text search: every word, whole. */
export function wholeWords(words: readonly string[]): string {
  return words.map(quote).join(" & ");
}

/** Every word, or one that begins with it. */
export function beginnings(words: readonly string[]): string {
  return words.map(beginning).join(" & ");
}

/** Every word, one that begins with it, or one of those alike. */
export function alikeWords(
  words: readonly string[],
  alike: ReadonlyMap<string, readonly string[]>,
): string {
  return words
    .map((word) => `(${[beginning(word), ...(alike.get(word) ?? []).map(quote)].join(" | ")})`)
    .join(" & ");
}

function beginning(word: string): string {
  return `${quote(word)}:*`;
}

function quote(word: string): string {
  return `'${word.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
}
