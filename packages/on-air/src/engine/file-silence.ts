import { SilenceWatch } from "../audio/silence-watch.ts";
import { PROGRAMME_RATE_HZ } from "./engine-protocol.ts";
import type { Voice } from "./voice.ts";

/** [P90] A file this long below -50 dBFS counts as silent. */
const SILENT_FILE_SAMPLES = 8 * PROGRAMME_RATE_HZ;

/** Detects that the file on air is silent where it should not be. */
export class FileSilence {
  #watch = new SilenceWatch();
  #playId: string | null = null;
  #isTold = false;

  /**
   * @param frame the frame just mixed, before the station's volume
   * @param isOpen whether the voice alone is heard as it is: no fade, no pause
   * @returns the play that has been silent for too long, once
   */
  add(
    frame: Float32Array,
    { voice, isOpen }: { readonly voice: Voice; readonly isOpen: boolean },
  ): string | null {
    const playId = voice.kind === "track" ? voice.play.playId : null;
    if (playId !== this.#playId) {
      this.#playId = playId;
      this.#isTold = false;
    }
    if (playId === null || this.#isTold || !isOpen || !isToBeHeard(voice)) {
      this.#watch = new SilenceWatch();
      return null;
    }
    this.#watch.add(frame);
    if (this.#watch.silentSamples < SILENT_FILE_SAMPLES) return null;
    this.#isTold = true;
    return playId;
  }
}

/** Whether sound is expected there: a feed is watched elsewhere, and a measured file may end as quietly as it likes. */
function isToBeHeard(voice: Voice): boolean {
  if (voice.kind !== "track" || voice.play.source.kind !== "file") return false;
  const { cues } = voice.play.source;
  const endMs = cues?.startNextMs ?? cues?.cueOutMs ?? Infinity;
  return (voice.fileSamples * 1000) / PROGRAMME_RATE_HZ < endMs;
}
