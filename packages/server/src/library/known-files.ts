import { hash } from "node:crypto";
import type { FoundFile, RememberedFile } from "./scan-rules.ts";

const FIRST_SLOTS = 1024;
/** Load factor at which the table doubles. */
const FULL = 0.6;

const IN_USE = 1;
const MISSING = 2;
const REFUSED = 4;
const OUTDATED = 8;
const SEEN = 16;
const CHANGED = 32;
const DELETED = 64;

/** A scan's verdict on a file. */
type FileComparison =
  /** New or changed. */
  | { readonly kind: "to-read" }
  /** Its track was deleted. */
  | { readonly kind: "left-alone" }
  | {
      readonly kind: "unchanged";
      /** The track was missing. */
      readonly isFoundAgain: boolean;
      /** Measured by an older analysis: read it again when there is time. */
      readonly isOutdated: boolean;
    };

/**
 * The files known to the library, in 25 bytes a slot: a million of them with their paths would take hundreds of
 * megabytes. Paths are identified by 64 bits of their hash: a library of a million files has a collision once in thirty
 * million.
 */
export class KnownFiles {
  #slots = FIRST_SLOTS;
  #count = 0;
  #high = new Uint32Array(FIRST_SLOTS);
  #low = new Uint32Array(FIRST_SLOTS);
  #sizes = new Float64Array(FIRST_SLOTS);
  #times = new Float64Array(FIRST_SLOTS);
  #states = new Uint8Array(FIRST_SLOTS);

  /** A track whose changed file was refused is added twice; the later refusal wins. A deleted one stays deleted. */
  add({ path, sizeBytes, modifiedAtMs, status, isOutdated }: RememberedFile): void {
    if (this.#count >= this.#slots * FULL) this.#grow();
    const [high, low] = hashOf(path);
    const slot = this.#find(high, low);
    const before = this.#states[slot] ?? 0;
    if ((before & DELETED) !== 0) return;
    if (before === 0) this.#count += 1;
    const state =
      (status === "missing" ? MISSING : 0) |
      (status === "refused" ? REFUSED : 0) |
      (status === "deleted" ? DELETED : 0) |
      (isOutdated ? OUTDATED : 0);
    this.#put(slot, { high, low, sizeBytes, modifiedAtMs, state: IN_USE | state });
  }

  /** Compares a file on disk with what is known about it. */
  compare({ path, sizeBytes, modifiedAtMs }: FoundFile): FileComparison {
    const slot = this.#find(...hashOf(path));
    const state = this.#states[slot] ?? 0;
    if (state === 0) return { kind: "to-read" };
    if ((state & DELETED) !== 0) {
      this.#states[slot] = state | SEEN;
      return { kind: "left-alone" };
    }
    const isSame = this.#sizes[slot] === sizeBytes && this.#times[slot] === modifiedAtMs;
    this.#states[slot] = state | SEEN | (isSame ? 0 : CHANGED);
    if (!isSame) return { kind: "to-read" };
    return {
      kind: "unchanged",
      isFoundAgain: (state & MISSING) !== 0,
      isOutdated: (state & OUTDATED) !== 0,
    };
  }

  /** Whether no file was seen at this path. */
  isUnseen(path: string): boolean {
    return ((this.#states[this.#find(...hashOf(path))] ?? 0) & SEEN) === 0;
  }

  /** Whether a deleted track still has a file at this path. */
  isLeftAlone(path: string): boolean {
    const state = this.#states[this.#find(...hashOf(path))] ?? 0;
    return (state & DELETED) !== 0 && (state & SEEN) !== 0;
  }

  /** Whether the known file is gone from this path or was replaced. */
  isLost(path: string): boolean {
    const state = this.#states[this.#find(...hashOf(path))] ?? 0;
    return (state & SEEN) === 0 || (state & CHANGED) !== 0;
  }

  #find(high: number, low: number): number {
    let slot = low & (this.#slots - 1);
    while (this.#states[slot] !== 0 && !(this.#high[slot] === high && this.#low[slot] === low))
      slot = (slot + 1) & (this.#slots - 1);
    return slot;
  }

  #put(
    slot: number,
    {
      high,
      low,
      sizeBytes,
      modifiedAtMs,
      state,
    }: {
      readonly high: number;
      readonly low: number;
      readonly sizeBytes: number;
      readonly modifiedAtMs: number;
      readonly state: number;
    },
  ): void {
    this.#high[slot] = high;
    this.#low[slot] = low;
    this.#sizes[slot] = sizeBytes;
    this.#times[slot] = modifiedAtMs;
    this.#states[slot] = state;
  }

  #grow(): void {
    const [high, low, sizes, times, states] = [
      this.#high,
      this.#low,
      this.#sizes,
      this.#times,
      this.#states,
    ];
    const before = this.#slots;
    this.#slots = before * 2;
    this.#high = new Uint32Array(this.#slots);
    this.#low = new Uint32Array(this.#slots);
    this.#sizes = new Float64Array(this.#slots);
    this.#times = new Float64Array(this.#slots);
    this.#states = new Uint8Array(this.#slots);
    for (let slot = 0; slot < before; slot += 1) {
      const state = states[slot] ?? 0;
      if (state === 0) continue;
      const entry = { high: high[slot] ?? 0, low: low[slot] ?? 0 };
      this.#put(this.#find(entry.high, entry.low), {
        ...entry,
        sizeBytes: sizes[slot] ?? 0,
        modifiedAtMs: times[slot] ?? 0,
        state,
      });
    }
  }
}

function hashOf(path: string): readonly [high: number, low: number] {
  const bytes = hash("sha1", path, "buffer");
  return [bytes.readUInt32LE(0), bytes.readUInt32LE(4)];
}
