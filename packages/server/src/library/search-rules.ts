/** Word separators; stored words are split at the same ones, see `searchWords` in the schema. */
export const WORD_BREAKS = String.raw`()[]{}<>"“”.,;:!?¡¿/\|-–—_&+*#%=~@…·`;
/** Characters people leave out: "don't" is found as "dont". */
export const UNTYPED = "'’‘`´";

const MAX_WORDS = 8;
/** Longer words are cut; PostgreSQL's lexemes hold 2046 bytes. */
const MAX_WORD_LENGTH = 100;
/** Shorter words are only compared with the beginnings of words: they contain no trigram. */
const SHORTEST_ALIKE_LENGTH = 3;
/** Scripts without spaces between words, where one stored word is a whole title. */
const unspaced = /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]+$/u;

/** Numbers are never similar: 1984 is not like 1985. */
const isNumber = /^\d+$/;

const breaks = new Set(` ${WORD_BREAKS}`);
const untyped = new Set(UNTYPED);

/** A parsed search. */
export type Search =
  | { readonly kind: "nothing" }
  | { readonly kind: "words"; readonly words: readonly string[] }
  /** The beginning of a name without letters: "!!!", "+/-". */
  | { readonly kind: "signs"; readonly signs: string };

/** @param folded as foldText gives it */
export function readSearch(folded: string): Search {
  const words = searchWordsOf(folded);
  if (words.length > 0) return { kind: "words", words };
  if (folded === "") return { kind: "nothing" };
  return { kind: "signs", signs: folded.slice(0, MAX_WORD_LENGTH).toWellFormed() };
}

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

/**
 * Which known words count as similar: `spelled`: those that contain it or share enough of its letters; `holding`: those
 * that contain it; `none`: it is too short or a number.
 */
export function likenessOf(word: string): "spelled" | "holding" | "none" {
  if (isNumber.test(word)) return "none";
  if (Array.from(word).length >= SHORTEST_ALIKE_LENGTH) return "spelled";
  return unspaced.test(word) ? "holding" : "none";
}

/** A PostgreSQL text search query: every word, whole. */
export function wholeWords(words: readonly string[]): string {
  return words.map(quote).join(" & ");
}

/** Every word; the last one also as a prefix, since it may still be typed. */
export function beginnings(words: readonly string[]): string {
  return words.map((word, at) => quoted(words, { word, at })).join(" & ");
}

/** The same, with similar words as alternatives. */
export function alikeWords(
  words: readonly string[],
  alike: ReadonlyMap<string, readonly string[]>,
): string {
  return words
    .map((word, at) => [quoted(words, { word, at }), ...(alike.get(word) ?? []).map(quote)])
    .map((either) => `(${either.join(" | ")})`)
    .join(" & ");
}

/** The same without the last word, of which a beginning is enough; null when there are no others. */
export function otherWords(
  words: readonly string[],
  alike: ReadonlyMap<string, readonly string[]>,
): string | null {
  const others = words
    .slice(0, -1)
    .map((word) => `(${[word, ...(alike.get(word) ?? [])].map(quote).join(" | ")})`);
  return others.length === 0 ? null : others.join(" & ");
}

/** All words, with only the most similar one of each. @param alike most similar first */
export function mostAlikeWords(
  words: readonly string[],
  alike: ReadonlyMap<string, readonly string[]>,
): string {
  const most = [...alike].map(([word, known]) => [word, known.slice(0, 1)] as const);
  return alikeWords(words, new Map(most));
}

function quoted(
  words: readonly string[],
  { word, at }: { readonly word: string; readonly at: number },
): string {
  return at === words.length - 1 ? `${quote(word)}:*` : quote(word);
}

function quote(word: string): string {
  return `'${word.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
}
