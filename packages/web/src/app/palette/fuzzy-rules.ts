/** The positions of the typed letters in a text, counted from 0, and how well they match. */
interface FuzzyMatch {
  readonly score: number;
  readonly places: readonly number[];
}

const WORD_START = 100;
const INSIDE_WORD = 60;
const SCATTERED = 40;
/** The cost of each letter skipped between two matches. */
const GAP = 4;
/** Cap of the bonus for shorter texts among equal matches. */
const MAX_FOR_LENGTH = 20;

/**
 * Matches the typed words to a text, ignoring case. Every word must match: at the start of a word, inside one, or
 * scattered from the start of a word ('fsc' matches 'full screen'). Empty input matches everything.
 */
export function fuzzyMatch(typed: string, text: string): FuzzyMatch | undefined {
  const lower = text.toLowerCase();
  let score = -Math.min(MAX_FOR_LENGTH, lower.length / 4);
  const places = new Set<number>();
  for (const word of typed.toLowerCase().split(/\s+/)) {
    if (word === "") continue;
    const match = matchWord(word, lower);
    if (match === undefined) return undefined;
    score += match.score;
    for (const place of match.places) places.add(place);
  }
  return { score, places: [...places].toSorted((a, b) => a - b) };
}

/** Whether a score means that every typed word begins a word of the text. */
export function isBegun(score: number, typed: string): boolean {
  const words = typed.trim().split(/\s+/).length;
  return score >= WORD_START * words - MAX_FOR_LENGTH;
}

/** Whether every typed word begins a word in the text. */
export function beginsWords(typed: string, text: string): boolean {
  const lower = text.toLowerCase();
  const starts = wordStarts(lower);
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => starts.some((start) => lower.startsWith(word, start)));
}

function matchWord(word: string, text: string): FuzzyMatch | undefined {
  const starts = wordStarts(text);
  const begun = starts.find((start) => text.startsWith(word, start));
  if (begun !== undefined) return { score: WORD_START, places: run(begun, word.length) };
  const inside = text.indexOf(word);
  if (inside !== -1) return { score: INSIDE_WORD, places: run(inside, word.length) };
  return bestOf(starts.map((start) => scattered(word, { text, start })));
}

/** The letters one after another, each as early as possible, the first at `start`. */
function scattered(
  word: string,
  { text, start }: { readonly text: string; readonly start: number },
): FuzzyMatch | undefined {
  const places: number[] = [];
  let from = start;
  for (const letter of word) {
    const place = text.indexOf(letter, from);
    if (place === -1 || (places.length === 0 && place !== start)) return undefined;
    places.push(place);
    from = place + 1;
  }
  const skipped = from - start - places.length;
  const score = SCATTERED - GAP * skipped;
  return score <= 0 ? undefined : { score, places };
}

function bestOf(matches: readonly (FuzzyMatch | undefined)[]): FuzzyMatch | undefined {
  return matches.reduce(
    (best, match) => ((match?.score ?? 0) > (best?.score ?? 0) ? match : best),
    undefined,
  );
}

function wordStarts(text: string): readonly number[] {
  return Array.from(text.matchAll(/[\p{L}\p{N}]+/gu), ({ index }) => index);
}

function run(start: number, length: number): readonly number[] {
  return Array.from({ length }, (_, at) => start + at);
}
