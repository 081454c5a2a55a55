import type { ByteRingMemory } from "./byte-ring.ts";
import { createMarkRingMemory, type MarkRingMemory } from "./mark-ring.ts";
import { createRingMemory, type RingMemory } from "./pcm-ring.ts";

/** Memory shared by the engine's clock thread and a deck's reader thread. */
export interface DeckMemory {
  readonly ring: RingMemory;
  /** Marks of a feed, positioned by ring sample. */
  readonly marks: MarkRingMemory;
  /** Maps ring samples to byte positions of a feed. */
  readonly places: MarkRingMemory;
  readonly control: SharedArrayBuffer;
}

/**
 * Words of the control memory.
 * - `generation`: the last order the reader took up; `status`: what became of it.
 * - `isToEnd`: asks the reader to exit.
 * - `ordered`: generation of the newest order.
 * - `wake`: incremented by the engine with each order and when the ring has room again. A reader that reads it before
 *   it checks for orders misses none.
 * - `silentSamples`: how long the newest sound of a feed has been silent.
 * - `stale`: the generation whose file has been replaced.
 * - `likeness`: whether a reopened file is the same sound as before.
 */
export const controlWords = {
  generation: 0,
  status: 1,
  wake: 2,
  isUp: 3,
  isToEnd: 4,
  ordered: 5,
  silentSamples: 6,
  stale: 7,
  likeness: 8,
} as const;
export const deckStatuses = { empty: 0, loading: 1, reading: 2, ended: 3, failed: 4 } as const;

/** `judging`: not enough read yet to tell. */
export const likenesses = { none: 0, judging: 1, same: 2, other: 3 } as const;

/** Room in the ring that wakes a waiting reader, so it works about once a second, not once a frame. */
export const REFILL_SAMPLES = 44_100;

/** Below this much room the ring counts as full. */
export const FULL_SAMPLES = 4096;

/** What a deck reads: a file from an offset, or a live feed. */
export type DeckSource =
  | {
      readonly kind: "file";
      readonly path: string;
      readonly offsetMs: number;
      /** The samples have a DC offset to be removed. */
      readonly hasDcOffset?: boolean | undefined;
    }
  | { readonly kind: "feed"; readonly memory: ByteRingMemory; readonly format: string | null };

export interface DeckOrder {
  readonly generation: number;
  /** null: close what is open and wait. */
  readonly load: DeckSource | null;
  /** The open file has changed: reopen it and compare it with the previous sound. */
  readonly isAgain: boolean;
}

/** Sent by the reader before it sets the status `failed`. */
export interface DeckFailure {
  readonly generation: number;
  readonly detail: string;
}

export function createDeckMemory(): DeckMemory {
  const control = new SharedArrayBuffer(
    Object.keys(controlWords).length * Int32Array.BYTES_PER_ELEMENT,
  );
  return {
    ring: createRingMemory(),
    marks: createMarkRingMemory(),
    places: createMarkRingMemory(),
    control,
  };
}
