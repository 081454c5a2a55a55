import { CHANNELS } from "./pcm-format.ts";

/** 23.8 s; a power of two, so that counters may overflow. */
export const RING_SAMPLES = 2 ** 20;
const MASK = RING_SAMPLES - 1;
const words = { written: 0, read: 1 } as const;

/** A stretch of a mix: `count` samples from `at` in the target, with a gain ramp. */
export interface Segment {
  at: number;
  count: number;
  gainFrom: number;
  gainTo: number;
}

/** Memory of a ring, passed to the other thread. */
export interface RingMemory {
  readonly pcm: SharedArrayBuffer;
  readonly counters: SharedArrayBuffer;
}

export function createRingMemory(): RingMemory {
  return {
    pcm: new SharedArrayBuffer(RING_SAMPLES * CHANNELS * Float32Array.BYTES_PER_ELEMENT),
    counters: new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT),
  };
}

/** Passes sound from one writer thread to one reader thread without locks. */
export class PcmRing {
  readonly #pcm: Float32Array;
  readonly #counters: Int32Array;

  constructor(memory: RingMemory) {
    this.#pcm = new Float32Array(memory.pcm);
    this.#counters = new Int32Array(memory.counters);
  }

  /** Samples written but not yet read. */
  get available(): number {
    const written = Atomics.load(this.#counters, words.written);
    return (written - Atomics.load(this.#counters, words.read)) | 0;
  }

  /** Samples written since the ring was cleared; a 32-bit counter that overflows. */
  get writtenSamples(): number {
    return Atomics.load(this.#counters, words.written);
  }

  /** Samples read since the ring was cleared; a 32-bit counter that overflows. */
  get readSamples(): number {
    return Atomics.load(this.#counters, words.read);
  }

  get free(): number {
    return RING_SAMPLES - this.available;
  }

  /** Writer only, and only while the reader is known not to read. */
  clear(): void {
    Atomics.store(this.#counters, words.written, 0);
    Atomics.store(this.#counters, words.read, 0);
  }

  /** Writer only. The piece must fit in `free`. */
  write(piece: Float32Array): void {
    const written = Atomics.load(this.#counters, words.written);
    const from = (written & MASK) * CHANNELS;
    const first = Math.min(piece.length, this.#pcm.length - from);
    this.#pcm.set(first === piece.length ? piece : piece.subarray(0, first), from);
    if (first < piece.length) this.#pcm.set(piece.subarray(first), 0);
    Atomics.store(this.#counters, words.written, (written + piece.length / CHANNELS) | 0);
  }

  /** Reader only. Discards samples; needs that many `available`. */
  skip(count: number): void {
    Atomics.store(this.#counters, words.read, (this.readSamples + count) | 0);
  }

  /** Reader only. Adds the next samples to `target` and consumes them; needs that many `available`. */
  mixInto(target: Float32Array, { at, count, gainFrom, gainTo }: Segment): void {
    const read = Atomics.load(this.#counters, words.read);
    const pcm = this.#pcm;
    const wrap = pcm.length - 1;
    const step = (gainTo - gainFrom) / count;
    let gain = gainFrom + step / 2;
    let from = (read & MASK) * CHANNELS;
    const end = (at + count) * CHANNELS;
    for (let to = at * CHANNELS; to < end; to += CHANNELS) {
      target[to] = (target[to] ?? 0) + (pcm[from] ?? 0) * gain;
      target[to + 1] = (target[to + 1] ?? 0) + (pcm[from + 1] ?? 0) * gain;
      from = (from + CHANNELS) & wrap;
      gain += step;
    }
    Atomics.store(this.#counters, words.read, (read + count) | 0);
  }
}
