/** Shorter words have too many neighbours to guess one. */
const SHORTEST = 4;
/** Two letters may be wrong from this length on. */
const LONG = 6;

/** How many letters of an unknown word may be wrong, missing, extra or swapped with their neighbour. */
export function mistakesAllowed(word: string): 0 | 1 | 2 {
  const { length } = Array.from(word);
  if (length < SHORTEST || /^\d+$/.test(word)) return 0;
  return length < LONG ? 1 : 2;
}

/** The known words that a misspelled word may mean, fewest mistakes first. */
export function wordsMeantBy(word: string, known: readonly string[]): readonly string[] {
  const allowed = mistakesAllowed(word);
  return known
    .map((candidate) => ({ candidate, mistakes: mistakesBetween(word, candidate) }))
    .filter(({ mistakes }) => mistakes <= allowed)
    .toSorted((one, other) => one.mistakes - other.mistakes)
    .map(({ candidate }) => candidate);
}

/**
 * Counts wrong, missing, extra and swapped letters (optimal string alignment), row by row over the distances between
 * the prefixes of both words.
 */
export function mistakesBetween(one: string, other: string): number {
  const [left, right] = [Array.from(one), Array.from(other)];
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: right.length + 1 }, (_distance, at) => at);
  left.forEach((letter, row) => {
    const distances = [row + 1];
    right.forEach((otherLetter, column) => {
      const isSwapped =
        row > 0 && column > 0 && letter === right[column - 1] && left[row - 1] === otherLetter;
      distances.push(
        Math.min(
          (distances[column] ?? 0) + 1,
          (last[column + 1] ?? 0) + 1,
          (last[column] ?? 0) + (letter === otherLetter ? 0 : 1),
          isSwapped ? (beforeLast[column - 1] ?? 0) + 1 : Infinity,
        ),
      );
    });
    beforeLast = last;
    last = distances;
  });
  return last.at(-1) ?? 0;
}
