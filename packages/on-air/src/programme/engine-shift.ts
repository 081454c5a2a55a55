import type { Ring } from "../stream/ring.ts";

/** How the engine's positions differ from the programme's. */
export class EngineShift {
  readonly #ring: Pick<Ring, "endSamples">;
  #engineEndSamples: number;

  /** @param ring of the main mount */
  constructor(ring: Pick<Ring, "endSamples">) {
    this.#ring = ring;
    this.#engineEndSamples = ring.endSamples;
  }

  /** @param samples where the running engine's MP3 ends by its own positions, or where its order said to begin */
  recordEngineEnd(samples: number): void {
    this.#engineEndSamples = samples;
  }

  /**
   * What is added to the engine's positions to get the programme's: more than 0 when the bridge was on air after
   * the engine got its start. Nothing of a track is lost to the bridge that way.
   */
  get samples(): number {
    return this.#ring.endSamples - this.#engineEndSamples;
  }
}
