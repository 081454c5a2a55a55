/** A pseudo-random sound print, the same for the same seed. */
export function printOf(seed: number, length = 900): Uint32Array {
  let state = seed;
  return Uint32Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state ^ (state << 7) ^ (state >>> 9)) >>> 0;
  });
}
