import type { Heard } from "./probe-protocol.ts";

/** What is wrong with a mount's output. */
export interface Problem {
  readonly kind: Exclude<Heard["kind"], "sound"> | "silent" | "old-title";
  /** A sentence for people, without a full stop. */
  readonly text: string;
}

/** At a lower volume than this the encoded sound is too faint to tell from silence, in dB. */
const LEAST_JUDGED_VOLUME_DB = -30;

/**
 * What is wrong with what was heard; null: nothing.
 * @param isSilenceIntended for any part of it [P84]
 * @param silentBelowDb how quiet its quietest part may be at a volume of 0 dB, in dBFS
 * @param volumeDb the station's volume as a gain
 * @param isTitleKnown whether that title was announced lately
 */
export function findProblem(
  heard: Heard,
  {
    isSilenceIntended,
    silentBelowDb,
    volumeDb,
    isTitleKnown,
  }: {
    readonly isSilenceIntended: boolean;
    readonly silentBelowDb: number;
    readonly volumeDb: number;
    readonly isTitleKnown: (title: string) => boolean;
  },
): Problem | null {
  switch (heard.kind) {
    case "refused":
      return { kind: heard.kind, text: heard.detail };
    case "undecodable":
      return { kind: heard.kind, text: "The stream sends data that is not audio" };
    case "stalled":
      return { kind: heard.kind, text: "The stream has stalled" };
    case "sound": {
      const isJudged = !isSilenceIntended && volumeDb >= LEAST_JUDGED_VOLUME_DB;
      if (isJudged && (heard.levelDb ?? -Infinity) < silentBelowDb + Math.min(0, volumeDb))
        return { kind: "silent", text: "The stream is silent" };
      if (heard.title !== null && !isTitleKnown(heard.title))
        return { kind: "old-title", text: "The stream shows an outdated title" };
      return null;
    }
    default:
      return heard satisfies never;
  }
}

/** [S81] A problem is reported and acted on after this many rounds; a single round may be a hiccup. */
export const ROUNDS_TO_BELIEVE = 2;
/** As long as healing does not help, restart the engine every so many rounds: five minutes. */
const ROUNDS_BETWEEN_TRIES = 30;

export type Healing = "next-track" | "restart-engine" | "emergency-loop";

/**
 * [S82] What to do about a problem, step by step.
 * @param rounds how long it has lasted
 * @param isAlone whether other mounts are fine: then it is not the track
 */
export function decideHealing({
  problem,
  rounds,
  isAlone,
}: {
  readonly problem: Problem["kind"];
  readonly rounds: number;
  readonly isAlone: boolean;
}): Healing | null {
  // Neither is the programme's fault.
  if (problem === "refused" || problem === "old-title") return null;
  const step = rounds - ROUNDS_TO_BELIEVE;
  if (step < 0) return null;
  if (step % ROUNDS_BETWEEN_TRIES === (isAlone ? 0 : 1)) return "restart-engine";
  if (isAlone) return null;
  if (step === 0) return "next-track";
  return step === 2 ? "emergency-loop" : null;
}
