import type { BlockHeader } from "../engine/engine-protocol.ts";
import type { StartedPlay } from "./plays.ts";

/** How far what is on air has been heard: where a new engine goes on. */
export class HeardPlace {
  /** Where in its file the newest block of that play ends. */
  #place: { readonly playId: string; readonly offsetSamples: number } | null = null;

  /** @param isPlaying false: the block is of a pause, in which a track stands still */
  follow({ playId, playOffsetSamples, samples }: BlockHeader, isPlaying: boolean): void {
    const passedSamples = isPlaying ? samples : 0;
    if (playId !== null) this.#place = { playId, offsetSamples: playOffsetSamples + passedSamples };
  }

  /** In samples of its file. @param positionSamples where the programme is */
  of({ playId, audioStartSamples }: StartedPlay, positionSamples: number): number {
    return this.#place?.playId === playId
      ? this.#place.offsetSamples
      : Math.max(0, positionSamples - audioStartSamples);
  }
}
