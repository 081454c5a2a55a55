/** [P91] So many silent tracks in a row are no accident: the library is silent, or what decodes it. */
const MOST_IN_A_ROW = 3;

/** What is said of a track that was silent; the engine says when (see `play.silent`). */
export const SILENT_TRACK = "It was silent for 8 s";

/** Counts the tracks that were taken off the air because nothing was heard. */
export class SilentTracks {
  #playId: string | null = null;
  #inARow = 0;

  /** That play is silent. @returns what is to be heard in its place */
  note(playId: string): "next-track" | "emergency-loop" {
    this.#playId = playId;
    this.#inARow += 1;
    return this.#inARow >= MOST_IN_A_ROW ? "emergency-loop" : "next-track";
  }

  /** @returns whether that play ended because it was silent */
  ended(playId: string): boolean {
    const wasSilent = this.#playId === playId;
    if (!wasSilent) this.#inARow = 0;
    return wasSilent;
  }
}
