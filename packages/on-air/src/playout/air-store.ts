import type { Logger } from "@neonrelay/process/log";
import { momentNow, readBootId } from "../state/moment.ts";
import type { AirPlays } from "./air-plays.ts";
import type { DjHandover } from "./dj-plays.ts";
import type { PlayLedger } from "./play-ledger.ts";
import type { PlayoutStore } from "./playout-store.ts";
import { isStream, titleOfPlay } from "./plays.ts";
import { decideResumption, PROGRESS_MS } from "./resume-rules.ts";

interface AirStoreParts {
  readonly store: PlayoutStore;
  readonly ledger: PlayLedger;
  readonly air: AirPlays;
  readonly taking: DjHandover;
  readonly log: Logger;
}

/** Records what is on air and how much of it has been heard, and continues it in the next run: [P110]. */
export class AirStore {
  readonly #parts: AirStoreParts;
  readonly #bootId = readBootId();
  /** What this run continues, until it has played for a while. */
  #resumed: {
    readonly playId: string;
    readonly offsetMs: number;
    readonly resumes: number;
  } | null = null;
  #isNoted = true;

  constructor(parts: AirStoreParts) {
    this.#parts = parts;
  }

  /**
   * Records what is heard now. A DJ or an external stream has no position to return to.
   * @returns the play that the next run can continue; null: none
   */
  record({
    isFadedOut,
    isStopped = false,
  }: {
    readonly isFadedOut: boolean;
    /** on-air is stopping cleanly. */
    readonly isStopped?: boolean;
  }): string | null {
    const { store, air } = this.#parts;
    const { heard } = air;
    if (heard === null || heard.play.kind !== "track" || isStream(heard.play)) {
      if (this.#isNoted) store.airNote.save(null);
      this.#isNoted = false;
      return null;
    }
    const { play, offsetMs } = heard;
    const { planStart, overSessionId, titleSamples } = play;
    this.#isNoted = true;
    store.airNote.save({
      play,
      planStart,
      overSessionId,
      titleSamples,
      offsetMs,
      isFadedOut,
      isStopped,
      moment: momentNow(this.#bootId),
      resumes: isStopped ? 0 : this.#resumesOf(play.playId, offsetMs),
    });
    return play.playId;
  }

  /**
   * Puts the previous run's play back on air, as the same play.
   * @param positionSamples where this run starts
   * @returns whether the programme is still faded out
   */
  resume(positionSamples: number): { readonly isFadedOut: boolean } {
    const { store, ledger, air, taking, log } = this.#parts;
    const note = store.lastOnAir;
    if (note === null) return { isFadedOut: false };
    const { play } = note;
    const now = momentNow(this.#bootId);
    const isQuarantined = store.isQuarantined(play.track);
    const resumption = decideResumption(note, { now, isQuarantined });
    const { title } = titleOfPlay(play);
    if (resumption.kind === "over") {
      log.info({ title, why: resumption.why }, "not resuming what was on air");
      return { isFadedOut: false };
    }
    const isAgain = resumption.kind === "again";
    const offsetMs = isAgain ? (play.track.cues?.cueInMs ?? 0) : note.offsetMs;
    const resumed = ledger.resume(note, { positionSamples, offsetMs });
    air.resume(resumed, offsetMs);
    taking.started(play.playId, { start: note.planStart ?? undefined, endsAtSamples: null });
    // The DJ below it has gone.
    if (note.overSessionId !== null) taking.leftAlone(play.playId);
    this.#resumed = { playId: play.playId, offsetMs, resumes: note.resumes + 1 };
    const isFadedOut = !isAgain && note.isFadedOut;
    this.record({ isFadedOut });
    log.info({ title, fromMs: Math.round(offsetMs) }, "resuming what was on air");
    return { isFadedOut };
  }

  #resumesOf(playId: string, offsetMs: number): number {
    const resumed = this.#resumed;
    if (resumed?.playId === playId && offsetMs - resumed.offsetMs < PROGRESS_MS)
      return resumed.resumes;
    this.#resumed = null;
    return 0;
  }
}
