import { LEVEL_BANDS, LEVEL_SAMPLES } from "@neonrelay/contract/callers";
import type { Levels } from "@neonrelay/contract/callers";
import type { SignalFrame, SignalSource } from "./picture.ts";
import { audibleDb, bandHeight } from "./spectrum.ts";

/** A listener lags at most 30 s, and the station sends 25 per second. */
const MAX_WAITING = 1000;
/** Share of a band's height that remains at the station's next levels. */
const FALL = 0.82;
const FULL_SCALE = 127;

/** Shows the station's levels, each when its moment is heard. */
export class LevelsSignal implements SignalSource {
  readonly #heardMs: () => number | undefined;
  readonly #gainDb: () => number;
  readonly #bands = new Float32Array(LEVEL_BANDS);
  readonly #samples = new Float32Array(LEVEL_SAMPLES);
  #waiting: Levels[] = [];
  #frame: SignalFrame | undefined;

  /**
   * @param options.heardMs programme position at the speaker; undefined: levels are shown as they arrive
   * @param options.gainDb the monitor gain, which the station does not know
   */
  constructor(options: {
    readonly heardMs: () => number | undefined;
    readonly gainDb: () => number;
  }) {
    this.#heardMs = options.heardMs;
    this.#gainDb = options.gainDb;
  }

  take(levels: Levels): void {
    this.#waiting.push(levels);
    if (this.#waiting.length > MAX_WAITING) this.#waiting.shift();
  }

  /** Call when no more levels arrive. */
  end(): void {
    this.#waiting = [];
    this.#frame = undefined;
  }

  readonly read = (): SignalFrame | undefined => {
    const heardMs = this.#heardMs() ?? Number.POSITIVE_INFINITY;
    const due = this.#waiting.findLast(({ posMs }) => posMs <= heardMs);
    if (due === undefined) return this.#frame;
    this.#waiting = this.#waiting.filter(({ posMs }) => posMs > due.posMs && posMs > heardMs);
    this.#frame = this.#toFrame(due);
    return this.#frame;
  };

  #toFrame(levels: Levels): SignalFrame {
    const gainDb = this.#gainDb();
    const factor = 10 ** (gainDb / 20) / FULL_SCALE;
    levels.bandsDb.forEach((db, band) => {
      const height = bandHeight(band, db + gainDb);
      this.#bands[band] = Math.max(height, (this.#bands[band] ?? 0) * FALL);
    });
    levels.samples.forEach((sample, at) => {
      this.#samples[at] = Math.max(-1, Math.min(1, sample * factor));
    });
    return {
      bands: this.#bands,
      samples: this.#samples,
      rmsLeftDb: audibleDb(levels.rmsLeftDb + gainDb),
      rmsRightDb: audibleDb(levels.rmsRightDb + gainDb),
      peakDb: audibleDb(levels.peakDb + gainDb),
    };
  }
}
