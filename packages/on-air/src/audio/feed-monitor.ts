import type { ByteRing } from "./byte-ring.ts";
import type { Decoder } from "./decoder.ts";
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

/** Target buffer of a feed: enough for network pauses, short enough to talk with the studio. */
const TARGET_SECONDS = 3;
/** Half a percent is 9 cents: inaudible. */
const MAX_CORRECTION = 0.005;
/** A source this far ahead is no clock: it sends as fast as we read. */
const PULLED_SECONDS = 20;

/**
 * How much to stretch a feed to keep its sender's clock and ours together: 0.005 makes it half a percent longer.
 * @param aheadSeconds buffered length, smoothed
 */
export function driftCorrection(aheadSeconds: number): number {
  if (aheadSeconds > PULLED_SECONDS) return 0;
  const error = (TARGET_SECONDS - aheadSeconds) / TARGET_SECONDS;
  return Math.max(-MAX_CORRECTION, Math.min(MAX_CORRECTION, error * MAX_CORRECTION));
}
