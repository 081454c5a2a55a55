import type { ByteRing } from "./byte-ring.ts";
import type { Decoder } from "./decoder.ts";
import { driftCorrection } from "./drift-rules.ts";
import type { MarkRing } from "./mark-ring.ts";
import { SAMPLE_RATE_HZ } from "./pcm-format.ts";
import type { PcmRing } from "./pcm-ring.ts";
import { unmeasuredSilence } from "../formats/silence-rules.ts";
import { SilenceDetector } from "./silence-detector.ts";

/** How often the monitor reports which bytes the sound comes from. */
const PLACE_EVERY_SAMPLES = SAMPLE_RATE_HZ / 4;
const CORRECT_EVERY_SAMPLES = SAMPLE_RATE_HZ;
/** Smooths the level over about ten seconds, because bytes come in bursts. */
const SMOOTHING = 0.1;

/** Processes a feed's decoded sound on its way into the deck's ring. */
export class FeedMonitor {
  readonly #bytes: ByteRing;
  readonly #ring: PcmRing;
  readonly #marks: MarkRing;
  readonly #places: MarkRing;
  readonly #silence = new SilenceDetector(unmeasuredSilence.belowDb);
  #hasSound = false;
  #placeAt = 0;
  #correctAt = 0;
  #aheadSamples: number | null = null;

  constructor({
    bytes,
    ring,
    marks,
    places,
  }: {
    readonly bytes: ByteRing;
    readonly ring: PcmRing;
    readonly marks: MarkRing;
    readonly places: MarkRing;
  }) {
    this.#bytes = bytes;
    this.#ring = ring;
    this.#marks = marks;
    this.#places = places;
  }

  /** How long the newest sound has been silent, in samples; 0 before the first sound. */
  get silentSamples(): number {
    return this.#hasSound ? this.#silence.silentSamples : 0;
  }

  /**
   * Checks the next piece before it goes into the ring. @returns whether it goes in: a feed starts with its first sound
   */
  take(piece: Float32Array, decoder: Decoder): boolean {
    const isSilent = this.#silence.add(piece);
    if (!isSilent) this.#hasSound = true;
    const at = this.#ring.writtenSamples;
    const mark = this.#bytes.marks.takeUpTo(decoder.bytePosition | 0);
    if (mark !== undefined) this.#marks.write(at, mark);
    if (!this.#hasSound) return false;
    if (at === 0 || ((at - this.#placeAt) | 0) >= PLACE_EVERY_SAMPLES) {
      this.#placeAt = at;
      this.#places.write(at, decoder.bytePosition | 0);
    }
    if (((at - this.#correctAt) | 0) >= CORRECT_EVERY_SAMPLES) {
      this.#correctAt = at;
      this.#correct(decoder);
    }
    return true;
  }

  #correct(decoder: Decoder): void {
    const ahead = this.#ring.available;
    this.#aheadSamples ??= ahead;
    this.#aheadSamples += (ahead - this.#aheadSamples) * SMOOTHING;
    const share = driftCorrection(this.#aheadSamples / SAMPLE_RATE_HZ);
    if (share !== 0) decoder.stretch(share);
  }
}
