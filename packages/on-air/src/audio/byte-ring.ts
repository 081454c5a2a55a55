import { createMarkRingMemory, MarkRing, type MarkRingMemory } from "./mark-ring.ts";

/** 256 KiB: a few seconds of any stream. A power of two, so that counters may overflow. */
const BYTE_RING_BYTES = 2 ** 18;
const MASK = BYTE_RING_BYTES - 1;
const words = { written: 0, read: 1, state: 2, wake: 3 } as const;
const states = { open: 0, ended: 1, closed: 2 } as const;
/** Longest sleep of a waiting reader, ms. Only a safeguard: every change wakes it. */
const SLEEP_LIMIT_MS = 250;

/** Memory of a ring, passed to the other thread. */
export interface ByteRingMemory {
  readonly bytes: SharedArrayBuffer;
  readonly counters: SharedArrayBuffer;
  readonly marks: MarkRingMemory;
}

export function createByteRingMemory(): ByteRingMemory {
  return {
    bytes: new SharedArrayBuffer(BYTE_RING_BYTES),
    counters: new SharedArrayBuffer(Object.keys(words).length * Int32Array.BYTES_PER_ELEMENT),
    marks: createMarkRingMemory(),
  };
}

/** Carries encoded sound from the engine's thread (writer) to a deck's thread (reader, may block). */
export class ByteRing {
  /** Positioned by byte, counted from the start. */
  readonly marks: MarkRing;
  readonly #bytes: Uint8Array;
  readonly #counters: Int32Array;

  constructor(memory: ByteRingMemory) {
    this.marks = new MarkRing(memory.marks);
    this.#bytes = new Uint8Array(memory.bytes);
    this.#counters = new Int32Array(memory.counters);
  }

  /** Total bytes read; a 32-bit counter that overflows. */
  get readBytes(): number {
    return Atomics.load(this.#counters, words.read);
  }

  get isClosed(): boolean {
    return Atomics.load(this.#counters, words.state) === states.closed;
  }

  /** Writer only. All or nothing. @returns false when `piece` does not fit */
  write(piece: Uint8Array): boolean {
    const written = Atomics.load(this.#counters, words.written);
    const pending = (written - Atomics.load(this.#counters, words.read)) | 0;
    if (piece.length > BYTE_RING_BYTES - pending) return false;
    const from = written & MASK;
    const first = Math.min(piece.length, BYTE_RING_BYTES - from);
    this.#bytes.set(piece.subarray(0, first), from);
    this.#bytes.set(piece.subarray(first), 0);
    Atomics.store(this.#counters, words.written, (written + piece.length) | 0);
    this.#wake();
    return true;
  }

  /** Writer only: no more data will come; the reader can still drain the ring. */
  end(): void {
    Atomics.compareExchange(this.#counters, words.state, states.open, states.ended);
    this.#wake();
  }

  /** Writer only: wakes a waiting reader, and nothing more can be read. */
  close(): void {
    Atomics.store(this.#counters, words.state, states.closed);
    this.#wake();
  }

  /**
   * Reader only. Blocks until there is data.
   * @returns up to `limitBytes`; null at the end, or once closed
   */
  read(limitBytes: number): Buffer | null {
    for (;;) {
      // Order matters: any change after the first line ends the wait, and a reader that sees the end also sees all that
      // was written before it.
      const wake = Atomics.load(this.#counters, words.wake);
      const state = Atomics.load(this.#counters, words.state);
      const written = Atomics.load(this.#counters, words.written);
      const read = Atomics.load(this.#counters, words.read);
      if (state === states.closed) return null;
      const pending = (written - read) | 0;
      if (pending > 0) return this.#take(read, Math.min(pending, limitBytes));
      if (state === states.ended) return null;
      Atomics.wait(this.#counters, words.wake, wake, SLEEP_LIMIT_MS);
    }
  }

  #take(read: number, count: number): Buffer {
    const from = read & MASK;
    const first = Math.min(count, BYTE_RING_BYTES - from);
    const taken = Buffer.allocUnsafe(count);
    taken.set(this.#bytes.subarray(from, from + first));
    taken.set(this.#bytes.subarray(0, count - first), first);
    Atomics.store(this.#counters, words.read, (read + count) | 0);
    return taken;
  }

  #wake(): void {
    Atomics.add(this.#counters, words.wake, 1);
    Atomics.notify(this.#counters, words.wake);
  }
}
