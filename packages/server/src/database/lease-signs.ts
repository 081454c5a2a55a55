/** Shared memory through which a node's main thread and its lease thread see each other's state at once. */
export interface LeaseSigns {
  /** Main thread: its event loop turns. */
  beat(): void;
  beats(): bigint;
  /** Lease thread: PostgreSQL has answered what was sent at that moment, ms on {@link monotonicMs}. */
  answered(sentAtMs: number): void;
  /** Either thread: the connection is gone. */
  lose(): void;
  /** Send time of the newest answered statement, ms on {@link monotonicMs}; -Infinity without a connection. */
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

/** Whole ms on the system's monotonic clock; unlike `performance.now()`, the same in all threads. */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint() / 1_000_000n);
}
