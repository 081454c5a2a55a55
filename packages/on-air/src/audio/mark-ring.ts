/** More than are ever in transit: titles come seconds apart, positions every quarter of a second. */
const ENTRIES = 128;
const MASK = ENTRIES - 1;
const words = { written: 0, read: 1 } as const;
const FIRST_ENTRY = 2;

/** Memory of a mark ring, passed to the other thread. */
export type MarkRingMemory = SharedArrayBuffer;

export function createMarkRingMemory(): MarkRingMemory {
  return new SharedArrayBuffer((FIRST_ENTRY + 2 * ENTRIES) * Int32Array.BYTES_PER_ELEMENT);
}

/**
 * Numbers attached to positions in a stream, sent alongside it from one writer thread to one reader thread. Positions
 * are 32-bit counters that overflow and never go back.
 */
export class MarkRing {
  readonly #memory: Int32Array;

  constructor(memory: MarkRingMemory) {
    this.#memory = new Int32Array(memory);
  }

  /** Writer only. Drops the mark if the ring is full. */
  write(place: number, value: number): void {
    const written = Atomics.load(this.#memory, words.written);
    if (((written - Atomics.load(this.#memory, words.read)) | 0) >= ENTRIES) return;
    const at = FIRST_ENTRY + 2 * (written & MASK);
    this.#memory[at] = place;
    this.#memory[at + 1] = value;
    Atomics.store(this.#memory, words.written, (written + 1) | 0);
  }

  /** Reader only. Takes all marks up to and including that position. @returns the newest; undefined if none */
  takeUpTo(place: number): number | undefined {
    const written = Atomics.load(this.#memory, words.written);
    let read = Atomics.load(this.#memory, words.read);
    let newest: number | undefined;
    while (read !== written) {
      const at = FIRST_ENTRY + 2 * (read & MASK);
      if ((((this.#memory[at] ?? 0) - place) | 0) > 0) break;
      newest = this.#memory[at + 1];
      read = (read + 1) | 0;
    }
    Atomics.store(this.#memory, words.read, read);
    return newest;
  }

  /** Writer only, and only while the reader is known not to read. */
  clear(): void {
    Atomics.store(this.#memory, words.written, 0);
    Atomics.store(this.#memory, words.read, 0);
  }
}
