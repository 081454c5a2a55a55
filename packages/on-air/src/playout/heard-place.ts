import { PROGRAMME_RATE_HZ, type BlockHeader } from "../engine/engine-protocol.ts";
import type { PlayPlace } from "./play-ledger.ts";
import type { StartedPlay } from "./plays.ts";
import { samplesToMs } from "../programme/programme-clock.ts";

/** A play is announced again when it starts this far (0.25 s) from the announced position. */
const MOVED_SAMPLES = PROGRAMME_RATE_HZ / 4;

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
export class HeardPlace {
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
