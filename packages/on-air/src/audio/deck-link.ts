import type { ByteRingMemory } from "./byte-ring.ts";
import { createMarkRingMemory, type MarkRingMemory } from "./mark-ring.ts";
import { createRingMemory, type RingMemory } from "./pcm-ring.ts";

/** What the engine's clock thread and a deck's reader thread share. */
export interface DeckMemory {
  readonly ring: RingMemory;
  /** Marks of a feed, at samples of the ring. */
  readonly marks: MarkRingMemory;
  /** Which of a feed's bytes the samples of the ring come from. */
  readonly places: MarkRingMemory;
  readonly control: SharedArrayBuffer;
}

/**
 * Words of the control memory. `generation` is that of the last order the reader took up, `status` what became
 * of it. `isToEnd` asks the reader to leave. `ordered` is the generation of the newest order. `wake` is counted up by
 * the engine with each order and when the ring has room again: a reader that reads it before it looks for
 * orders misses none. `silentSamples` is how long the newest sound of a feed has been silent. `stale` is the generation
 * whose file is another one meanwhile; `likeness` says whether a file that was opened again is the sound it was before.
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

/** `judging`: not enough has been read to tell. */
export const likenesses = { none: 0, judging: 1, same: 2, other: 3 } as const;

/** A waiting reader wakes at this much room in the ring, so it works once a second and not once a frame. */
export const REFILL_SAMPLES = 44_100;

/** With less room than this the ring counts as full. */
export const FULL_SAMPLES = 4096;

/** What a deck reads: a file from some place, or a feed as it arrives. */
export type DeckSource =
  | {
      readonly kind: "file";
      readonly path: string;
      readonly offsetMs: number;
      /** Its samples have an offset, which is taken away. */
      readonly hasDcOffset?: boolean | undefined;
    }
  | { readonly kind: "feed"; readonly memory: ByteRingMemory; readonly format: string | null };

export interface DeckOrder {
  readonly generation: number;
  /** null: close what is open and wait. */
  readonly load: DeckSource | null;
  /** The file that is open was changed: it is opened again, and compared with what it was. */
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
