import type { Ring } from "../stream/ring.ts";
import type { EngineEvent } from "../engine/engine-protocol.ts";

/** Difference between the engine's positions and the programme's. */
export class EngineShift {
  readonly #ring: Pick<Ring, "endSamples">;
  #engineEndSamples: number;

  /** @param ring of the main mount */
  constructor(ring: Pick<Ring, "endSamples">) {
    this.#ring = ring;
    this.#engineEndSamples = ring.endSamples;
  }

  /** @param samples where the running engine's MP3 ends in its own positions, or where it was ordered to start */
  recordEngineEnd(samples: number): void {
    this.#engineEndSamples = samples;
  }

  /**
   * Add this to the engine's positions to get the programme's: positive if the bridge was on air after the engine got
   * its start message. This way the bridge replaces nothing of a track.
   */
  get samples(): number {
    return this.#ring.endSamples - this.#engineEndSamples;
  }
}

type PlacedEvent = Extract<
  EngineEvent,
  {
    readonly kind:
      | "play.started"
      | "play.hurried"
      | "play.marked"
      | "play.moved"
      | "over.started"
      | "over.alone";
  }
>;

/** The event with its positions moved later by this many samples. */
export function shiftEvent(event: PlacedEvent, bySamples: number): PlacedEvent {
  switch (event.kind) {
    case "play.started":
      return {
        ...event,
        audioStartSamples: event.audioStartSamples + bySamples,
        titleSamples: event.titleSamples + bySamples,
      };
    case "play.hurried":
    case "over.alone":
      return { ...event, titleSamples: event.titleSamples + bySamples };
    case "play.marked":
      return { ...event, positionSamples: event.positionSamples + bySamples };
    case "play.moved":
    case "over.started":
      return { ...event, audioStartSamples: event.audioStartSamples + bySamples };
    default:
      return event satisfies never;
  }
}
