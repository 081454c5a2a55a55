import { LEAST_LEVEL_DB, LEVEL_SAMPLES } from "../protocol/levels-shape.ts";
import type { Levels } from "../protocol/index.ts";
import { PROGRAMME_RATE_HZ } from "./engine-protocol.ts";
import { dbOfPower, LevelBands } from "./level-bands.ts";

export type MeasuredLevels = Omit<Levels, "posMs"> & {
  /** Of the middle of the window. */
  readonly positionSamples: number;
};

/** 93 ms: long enough to tell bass notes apart. */
const WINDOW_SAMPLES = 4096;
const TOLD_PER_SECOND = 25;
const STEP_SAMPLES = PROGRAMME_RATE_HZ / TOLD_PER_SECOND;
/** Sample step of the waveform: 128 steps cover the period of the lowest notes, about 25 ms. */
const SAMPLE_STEP = 8;
const FULL_SCALE = 127;

/**
 * Measures passing sound, 25 times per second of programme. In silence it sends only the first measurement, since
 * nothing changes until sound returns.
 */
export class LevelsMeter {
  readonly #report: (levels: MeasuredLevels) => void;
  readonly #bands = new LevelBands(WINDOW_SAMPLES);
  /** The last window, as rings. */
  readonly #left = new Float32Array(WINDOW_SAMPLES);
  readonly #right = new Float32Array(WINDOW_SAMPLES);
  /** Index of the oldest sample, where the next is written. */
  #begin = 0;
  #untilNext = WINDOW_SAMPLES;
  #wasSilent = false;

  constructor(tell: (levels: MeasuredLevels) => void) {
    this.#report = tell;
  }

  /** Takes the next samples; both channels have equal length. */
  add({
    positionSamples,
    left,
    right,
  }: {
    /** Position of the first sample. */
    readonly positionSamples: number;
    readonly left: Float32Array;
    readonly right: Float32Array;
  }): void {
    for (let at = 0; at < left.length; at += 1) {
      this.#left[this.#begin] = left[at] ?? 0;
      this.#right[this.#begin] = right[at] ?? 0;
      this.#begin = (this.#begin + 1) % WINDOW_SAMPLES;
      this.#untilNext -= 1;
      if (this.#untilNext > 0) continue;
      this.#untilNext = STEP_SAMPLES;
      this.#measure(positionSamples + at + 1 - WINDOW_SAMPLES / 2);
    }
  }

  #measure(positionSamples: number): void {
    const peak = Math.max(highestOf(this.#left), highestOf(this.#right));
    const isSilent = dbOfPower(peak * peak) <= LEAST_LEVEL_DB;
    const isTold = !isSilent || !this.#wasSilent;
    this.#wasSilent = isSilent;
    if (!isTold) return;
    this.#report({
      positionSamples,
      bandsDb: this.#bands.measure({ left: this.#left, right: this.#right }, this.#begin),
      samples: Array.from({ length: LEVEL_SAMPLES }, (_, index) => this.#sampleAt(index)),
      rmsLeftDb: inTenths(dbOfPower(meanPowerOf(this.#left))),
      rmsRightDb: inTenths(dbOfPower(meanPowerOf(this.#right))),
      peakDb: inTenths(dbOfPower(peak * peak)),
    });
  }

  #sampleAt(index: number): number {
    const fromMiddle = (index - LEVEL_SAMPLES / 2) * SAMPLE_STEP;
    const at = (this.#begin + WINDOW_SAMPLES / 2 + fromMiddle) % WINDOW_SAMPLES;
    const mean = ((this.#left[at] ?? 0) + (this.#right[at] ?? 0)) / 2;
    return Math.round(mean * FULL_SCALE);
  }
}

function highestOf(samples: Float32Array): number {
  let highest = 0;
  for (const sample of samples) highest = Math.max(highest, Math.abs(sample));
  return highest;
}

function meanPowerOf(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return sum / samples.length;
}

function inTenths(db: number): number {
  return Math.round(db * 10) / 10;
}
