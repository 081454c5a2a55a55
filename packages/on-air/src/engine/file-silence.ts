import { silenceOfFile, unmeasuredSilence, type SilenceRule } from "../formats/silence-rules.ts";
import { SilenceDetector } from "../audio/silence-detector.ts";
import { PROGRAMME_RATE_HZ } from "./engine-protocol.ts";
import type { Voice } from "./voice.ts";

/** [P90] Detects when the file on air is silent where it should not be. */
export class FileSilence {
  #rule = unmeasuredSilence;
  #watch = new SilenceDetector(unmeasuredSilence.belowDb);
  #playId: string | null = null;
  #isTold = false;

  /**
   * @param frame the frame just mixed, before the station's volume
   * @param isOpen whether the voice alone is heard unchanged: no fade, no pause
   * @returns a play that has been silent for too long, once
   */
  add(
    frame: Float32Array,
    { voice, isOpen }: { readonly voice: Voice; readonly isOpen: boolean },
  ): string | null {
    const playId = voice.kind === "track" ? voice.play.playId : null;
    if (playId !== this.#playId) {
      this.#playId = playId;
      this.#isTold = false;
      this.#rule = ruleOf(voice);
      this.#watch = new SilenceDetector(this.#rule.belowDb);
    }
    if (playId === null || this.#isTold || !isOpen || !isToBeHeard(voice)) {
      this.#watch = new SilenceDetector(this.#rule.belowDb);
      return null;
    }
    this.#watch.add(frame);
    if (this.#watch.silentSamples < this.#rule.seconds * PROGRAMME_RATE_HZ) return null;
    this.#isTold = true;
    return playId;
  }
}

function ruleOf(voice: Voice): SilenceRule {
  if (voice.kind !== "track" || voice.play.source.kind !== "file") return unmeasuredSilence;
  const { source, gainDb, albumGainDb } = voice.play;
  return silenceOfFile({ quietestDb: source.quietestDb, gainDb, albumGainDb });
}

/** Whether sound is expected here: feeds are watched elsewhere, and a measured file may end as quietly as it likes. */
function isToBeHeard(voice: Voice): boolean {
  if (voice.kind !== "track" || voice.play.source.kind !== "file") return false;
  const { cues } = voice.play.source;
  const endMs = cues?.startNextMs ?? cues?.cueOutMs ?? Infinity;
  return (voice.fileSamples * 1000) / PROGRAMME_RATE_HZ < endMs;
}
