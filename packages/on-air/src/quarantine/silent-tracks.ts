/** [P91] This many silent tracks in a row are no accident: the library or its decoder is silent. */
const MAX_IN_A_ROW = 3;

/** The reason given for a silent track; the engine detects it (see `play.silent`). */
export const SILENT_TRACK = "It was silent for 8 s";

/** Counts the tracks taken off air because they were silent. */
export class SilentTracks {
  #playId: string | null = null;
  #inARow = 0;

  /** That play is silent. @returns what plays instead */
  note(playId: string): "next-track" | "emergency-loop" {
    this.#playId = playId;
    this.#inARow += 1;
    return this.#inARow >= MAX_IN_A_ROW ? "emergency-loop" : "next-track";
  }

  /** @returns whether that play ended because it was silent */
  ended(playId: string): boolean {
    const wasSilent = this.#playId === playId;
    if (!wasSilent) this.#inARow = 0;
    return wasSilent;
  }
}
