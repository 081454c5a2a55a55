/** Gap between positions, to leave room for insertions. */
const STEP = 64;
/** Half of the column's range. */
const HIGHEST = 2 ** 30;

/**
 * Ascending positions for items in order, keeping as many existing ones as possible.
 * @param former undefined: a new item
 */
export function keepPositions(former: readonly (number | undefined)[]): readonly number[] {
  const positions: number[] = [];
  let last: number | null = null;
  /** Assigns positions to the items before this one. */
  const fillUntil = (index: number, end: number | null): boolean => {
    const missing = index - positions.length;
    const from: number = last ?? (end === null ? -STEP : end - (missing + 1) * STEP);
    const step = end === null ? STEP : Math.floor((end - from) / (missing + 1));
    for (let each = 1; each <= missing; each += 1) positions.push(from + each * step);
    return step > 0 && Math.abs(from + (missing + 1) * step) < HIGHEST;
  };
  for (const index of longestAscent(former)) {
    const kept = former[index] ?? 0;
    if (!fillUntil(index, kept)) return renumbered(former.length);
    positions.push(kept);
    last = kept;
  }
  return fillUntil(former.length, null) ? positions : renumbered(former.length);
}

function renumbered(length: number): readonly number[] {
  return Array.from({ length }, (_, index) => index * STEP);
}

/** The longest ascending subsequence of existing positions. @returns indexes */
function longestAscent(values: readonly (number | undefined)[]): readonly number[] {
  /** By length of an ascending run, minus one: the index where the run with the lowest end ends. */
  const ends: number[] = [];
  const before = new Map<number, number>();
  values.forEach((value, index) => {
    if (value === undefined) return;
    const longer = ends.findLastIndex((end) => (values[end] ?? 0) < value);
    const previous = ends[longer];
    if (previous !== undefined) before.set(index, previous);
    ends[longer + 1] = index;
  });
  const ascent: number[] = [];
  for (let index = ends.at(-1); index !== undefined; index = before.get(index)) ascent.push(index);
  return ascent.toReversed();
}
