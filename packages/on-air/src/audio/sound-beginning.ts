import { FULL_SAMPLES } from "./deck-link.ts";
import { CHANNELS } from "./pcm-format.ts";
import { RING_SAMPLES } from "./pcm-ring.ts";

/** How far the lengths declared by two headers may differ for the same sound, ms: some count tags. */
const LENGTH_MARGIN_MS = 1000;
/** What a deck is sure to hold, whatever the size of the pieces it reads. */
const MAX_SAMPLES = RING_SAMPLES - FULL_SAMPLES;
const FNV_PRIME = 0x0100_0193;
const FNV_BASIS = 0x811c_9dc5;

/** The beginning of a file's sound, from where reading starts, as far as a deck holds it. */
export class SoundBeginning {
  readonly #declaredMs: number | null;
  /** The sound to compare with; null for none. */
  readonly #expected: SoundBeginning | null;
  #samples = 0;
  #hash = FNV_BASIS;
  #verdict: "same" | "other" | null = null;

  constructor(declaredMs: number | null, expected: SoundBeginning | null) {
    this.#declaredMs = declaredMs;
    this.#expected = expected;
    if (expected === null) return;
    const difference = Math.abs((declaredMs ?? 0) - (expected.#declaredMs ?? 0));
    if (difference > LENGTH_MARGIN_MS) this.#verdict = "other";
    else if (expected.#samples === 0) this.#verdict = "same";
  }

  /** Whether this is the expected sound. */
  get state(): "none" | "judging" | "same" | "other" {
    return this.#expected === null ? "none" : (this.#verdict ?? "judging");
  }

  /** @param pcm the next sound, interleaved */
  add(pcm: Float32Array): void {
    const expected = this.#expected;
    const most = expected === null ? MAX_SAMPLES : expected.#samples;
    const count = Math.min(pcm.length, Math.max(0, (most - this.#samples) * CHANNELS));
    if (count === 0) return;
    const words = new Uint32Array(pcm.buffer, pcm.byteOffset, count);
    let hash = this.#hash;
    for (const word of words) hash = Math.imul(hash ^ word, FNV_PRIME);
    this.#hash = hash;
    this.#samples += count / CHANNELS;
    if (expected !== null && this.#samples === most)
      this.#verdict ??= hash === expected.#hash ? "same" : "other";
  }

  /** No more sound: anything shorter than expected is another sound. */
  end(): void {
    if (this.#expected !== null) this.#verdict ??= "other";
  }
}
