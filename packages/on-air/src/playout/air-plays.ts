import type { BlockHeader } from "../engine/engine-protocol.ts";
import { HeardPlace } from "./heard-place.ts";
import type { PlannedPlay, StartedPlay, TrackPlay } from "./plays.ts";

/** Which plays are on air, and how much of each has been heard. */
export class AirPlays {
  /** On air; during a crossfade the incoming one. */
  current: StartedPlay | null = null;
  /** What a new engine begins with, until it reports the start. */
  beginning: TrackPlay | null = null;
  /** The play that failed last: by the time an engine reports a hang, that play has failed. */
  failedLast: PlannedPlay | null = null;
  readonly #place = new HeardPlace();

  /** Follows the programme block by block. @param isPlaying false: the position on air stands still */
  follow(header: BlockHeader, isPlaying: boolean): void {
    this.#place.follow(header, isPlaying);
  }

  /** How much of the play on air has been heard, in ms of its file. @param positionSamples programme position */
  heardMs(positionSamples: number): number {
    return this.#place.msOf(this.current, positionSamples);
  }

  /** Same play on air, with changed details. */
  update(play: StartedPlay): void {
    if (this.current?.playId === play.playId) this.current = play;
  }

  /** That play has begun or never will. */
  forgetBeginning(playId: string): void {
    if (this.beginning?.playId === playId) this.beginning = null;
  }

  ended(playId: string): void {
    if (this.current?.playId === playId) this.current = null;
  }
}
