import { type BlockHeader, PROGRAMME_RATE_HZ } from "../engine/engine-protocol.ts";
import { msToSamples, samplesToMs } from "../programme/programme-clock.ts";
import type { PlannedPlay, StartedPlay, TrackPlay } from "./plays.ts";
import type { PlayPlace } from "./play-ledger.ts";

/** A play is announced again when it starts this far (0.25 s) from the announced position. */
const MOVED_SAMPLES = PROGRAMME_RATE_HZ / 4;

/** The plays on air, and how much of each has been heard. */
export class AirPlays {
  /** The play on air; during a crossfade the incoming one. */
  current: StartedPlay | null = null;
  /** The item heard over the DJ on air. */
  over: StartedPlay | null = null;
  /** Programme position up to which the engine's plays have been heard; stands still during a pause. */
  #soundSamples = 0;
  /** What a new engine starts with, until it reports the start. */
  beginning: TrackPlay | null = null;
  /** The play that failed last: by the time an engine reports a hang, that play has failed. */
  failedLast: PlannedPlay | null = null;
  readonly #place = new HeardPlace();

  /** Follows the programme block by block. @param isPlaying false: the position on air stands still */
  follow(header: BlockHeader, isPlaying: boolean): void {
    this.#place.follow(header, isPlaying);
    if (isPlaying) this.#soundSamples = header.positionSamples + header.samples;
  }

  /** Continues the previous run's play. @param offsetMs where in its file */
  resume(play: StartedPlay, offsetMs: number): void {
    this.current = play;
    this.#place.begin(play.playId, msToSamples(offsetMs));
  }

  /** The audible play, and how much of its file has been heard, in ms; over a DJ: the item. null: nothing. */
  get heard(): { readonly play: StartedPlay; readonly offsetMs: number } | null {
    const { current, over } = this;
    if (over !== null) return { play: over, offsetMs: this.overHeardMs(over) };
    return current === null ? null : { play: current, offsetMs: this.heardMs(this.#soundSamples) };
  }

  /** How much of the play on air has been heard, in ms of its file. @param positionSamples programme position */
  heardMs(positionSamples: number): number {
    return this.#place.msOf(this.current, positionSamples);
  }

  /** How much of the item over a DJ has been heard, in ms of its file. */
  overHeardMs({ audioStartSamples }: StartedPlay): number {
    return samplesToMs(Math.max(0, this.#soundSamples - audioStartSamples));
  }

  /** Same play on air, with changed details. */
  update(play: StartedPlay): void {
    if (this.current?.playId === play.playId) this.current = play;
    if (this.over?.playId === play.playId) this.over = play;
  }

  /** That play has started or never will. */
  forgetBeginning(playId: string): void {
    if (this.beginning?.playId === playId) this.beginning = null;
  }

  ended(playId: string): void {
    if (this.current?.playId === playId) this.current = null;
    if (this.over?.playId === playId) this.over = null;
  }
}

/** Where the play on air starts now that it continues later than planned, e.g. after a bridge. */
export function movedBegin(
  { playId, positionSamples, playOffsetSamples, isSilentOnPurpose }: BlockHeader,
  current: StartedPlay | null,
): Pick<PlayPlace, "playId" | "audioStartSamples"> | null {
  if (playId === null || isSilentOnPurpose || current?.playId !== playId) return null;
  const audioStartSamples = positionSamples - playOffsetSamples;
  const movedBy = Math.abs(audioStartSamples - current.audioStartSamples);
  return movedBy > MOVED_SAMPLES ? { playId, audioStartSamples } : null;
}

/** How much of the play on air has been heard: a new engine continues there. */
class HeardPlace {
  /** Where in its file the play's newest block ends. */
  #place: { readonly playId: string; readonly offsetSamples: number } | null = null;

  /**
   * Follows it block by block. @param isPlaying false: the block belongs to a pause, in which the track stands still
   */
  follow({ playId, playOffsetSamples, samples }: BlockHeader, isPlaying: boolean): void {
    const passedSamples = isPlaying ? samples : 0;
    if (playId !== null) this.#place = { playId, offsetSamples: playOffsetSamples + passedSamples };
  }

  /** That play continues there, although none of its blocks has come. */
  begin(playId: string, offsetSamples: number): void {
    this.#place = { playId, offsetSamples };
  }

  /** The same in ms; 0 while nothing is on air. */
  msOf(play: StartedPlay | null, positionSamples: number): number {
    return play === null ? 0 : samplesToMs(this.of(play, positionSamples));
  }

  /** In samples of its file. @param positionSamples current programme position */
  of({ playId, audioStartSamples }: StartedPlay, positionSamples: number): number {
    return this.#place?.playId === playId
      ? this.#place.offsetSamples
      : Math.max(0, positionSamples - audioStartSamples);
  }
}
