/** Random numbers reproducible from a seed (mulberry32). */
export interface SeededRandom {
  /** An integer from 0 to below `end`. */
  readonly below: (end: number) => number;
  readonly bytes: (length: number) => Buffer;
}

export function createSeededRandom(seed: number): SeededRandom {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  return {
    below: (end) => next() % end,
    bytes: (length) => {
      const bytes = Buffer.alloc(length);
      for (let at = 0; at < length; at += 4)
        bytes.writeUIntLE(next() % 256 ** Math.min(4, length - at), at, Math.min(4, length - at));
      return bytes;
    },
  };
}
