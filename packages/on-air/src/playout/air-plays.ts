import type { BlockHeader } from "../engine/engine-protocol.ts";
import { HeardPlace } from "./heard-place.ts";
import type { PlannedPlay, StartedPlay, TrackPlay } from "./plays.ts";

/** Which plays are on air, and how far they have been heard. */
export class AirPlays {
  /** On air; during a crossfade the one that comes. */
  current: StartedPlay | null = null;
  /** What a new engine begins with, until it says that it has. */
  beginning: TrackPlay | null = null;
  /** What failed last: what an engine says it hangs in has failed by then. */
  failedLast: PlannedPlay | null = null;
  readonly #place = new HeardPlace();

  /** Follows the programme by its blocks. @param isPlaying false: what is on air does not move */
  follow(header: BlockHeader, isPlaying: boolean): void {
    this.#place.follow(header, isPlaying);
  }

  /** How far what is on air has been heard, in ms of its file. @param positionSamples where the programme is */
  heardMs(positionSamples: number): number {
    return this.#place.msOf(this.current, positionSamples);
  }

  /** The play on air is the same, but its details have changed. */
  update(play: StartedPlay): void {
    if (this.current?.playId === play.playId) this.current = play;
  }

  /** That play has begun, or never will. */
  forgetBeginning(playId: string): void {
    if (this.beginning?.playId === playId) this.beginning = null;
  }

  ended(playId: string): void {
    if (this.current?.playId === playId) this.current = null;
  }
}
