/** Shorter words have too many neighbours to be taken for one of them. */
const SHORTEST = 4;
/** From here on two letters may be wrong. */
const LONG = 6;

/** How many letters may be wrong, missing, too many or swapped with their neighbour in a word that is not known. */
export function mistakesAllowed(word: string): 0 | 1 | 2 {
  const { length } = Array.from(word);
  if (length < SHORTEST || /^\d+$/.test(word)) return 0;
  return length < LONG ? 1 : 2;
}

/** The known words that a word with mistakes may mean, those with the fewest first. */
export function wordsMeantBy(word: string, known: readonly string[]): readonly string[] {
  const allowed = mistakesAllowed(word);
  return known
    .map((candidate) => ({ candidate, mistakes: mistakesBetween(word, candidate) }))
    .filter(({ mistakes }) => mistakes <= allowed)
    .toSorted((one, other) => one.mistakes - other.mistakes)
    .map(({ candidate }) => candidate);
}

/**
 * Letters that are wrong, missing, too many or swapped with their neighbour (optimal string alignment). Row by row of
 * the table of distances between the beginnings of both words.
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
