/** What the main thread of a node and the thread with its lease see of each other at once, in memory they share. */
export interface LeaseSigns {
  /** Of the main thread: its event loop turns. */
  beat(): void;
  beats(): bigint;
  /** Of the thread: PostgreSQL has answered what was sent at that moment, ms on {@link monotonicMs}. */
  answered(sentAtMs: number): void;
  /** Of either: the connection is gone. */
  lose(): void;
  /** When the newest statement that was answered went out, ms on {@link monotonicMs}; -Infinity without a connection. */
  answeredSentAtMs(): number;
}

const BEATS = 0;
const SENT_AT_MS = 1;
const NONE = -1n;

export function createSignsMemory(): SharedArrayBuffer {
  const memory = new SharedArrayBuffer(2 * BigInt64Array.BYTES_PER_ELEMENT);
  leaseSignsIn(memory).lose();
  return memory;
}

export function leaseSignsIn(memory: SharedArrayBuffer): LeaseSigns {
  const values = new BigInt64Array(memory);
  return {
    beat: () => void Atomics.add(values, BEATS, 1n),
    beats: () => Atomics.load(values, BEATS),
    answered: (sentAtMs) => void Atomics.store(values, SENT_AT_MS, BigInt(sentAtMs)),
    lose: () => void Atomics.store(values, SENT_AT_MS, NONE),
    answeredSentAtMs: () => {
      const sentAtMs = Atomics.load(values, SENT_AT_MS);
      return sentAtMs === NONE ? -Infinity : Number(sentAtMs);
    },
  };
}

/** Whole ms on the system's monotonic clock; unlike `performance.now()` the same in all threads. */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint() / 1_000_000n);
}
