import { overlapSamples } from "../audio/crossfade.ts";
import { PROGRAMME_RATE_HZ, type EngineEvent } from "./engine-protocol.ts";
import { comingLength, planJoin, RAMP_SAMPLES, type JoinSituation } from "./join-rules.ts";
import { isFailed, remainingOf } from "./voice.ts";

/** How and why a voice leaves the air. */
export interface Ending {
  readonly reason: Extract<EngineEvent, { kind: "play.ended" }>["reason"];
  readonly detail: string | null;
}

/** A change to the prepared play, or to the emergency loop if there is none. */
export interface Change {
  /** How long the outgoing voice stays audible, and how long the incoming one takes to reach full level. */
  readonly outSamples: number;
  readonly inSamples: number;
  readonly ending: Ending;
}

export interface Situation extends JoinSituation {
  /** Fade length of a requested skip; undefined: no skip. */
  readonly skipSamples: number | undefined;
  /** Fade length for the play to take on air at once. */
  readonly takeSamples: number;
  /** It has a set time, and is heard in full from then on. */
  readonly isTakeTimed: boolean;
  /** Nothing has been heard yet. */
  readonly isFirstSound: boolean;
}

const LEAVE_EMERGENCY_SAMPLES = Math.round(PROGRAMME_RATE_HZ * 0.5);
const FINISHED: Ending = { reason: "finished", detail: null };
const SKIPPED: Ending = { reason: "skipped", detail: null };
const RESTARTED: Ending = { reason: "restarted", detail: null };

/** Decides whether it is time for another voice. */
export function decideChange(situation: Situation): Change | undefined {
  const { current, next, skipSamples } = situation;
  if (current.kind === "emergency") {
    if (next === undefined) return undefined;
    // Before the first sound there is nothing to fade from.
    const outSamples = situation.isFirstSound ? 0 : LEAVE_EMERGENCY_SAMPLES;
    const isInFull = next.purpose === "take" && situation.isTakeTimed;
    const inSamples = isInFull ? Math.min(outSamples, RAMP_SAMPLES) : outSamples;
    return { outSamples, inSamples, ending: FINISHED };
  }
  if (next?.purpose === "restart") return fadeOver(RAMP_SAMPLES, RESTARTED);
  const remaining = remainingOf(current) ?? Infinity;
  if (next?.purpose === "take") {
    const outSamples = Math.min(remaining, Math.max(RAMP_SAMPLES, situation.takeSamples));
    const inSamples = situation.isTakeTimed ? RAMP_SAMPLES : outSamples;
    // What follows an item of the plan is due once that has been heard.
    const isHeard =
      situation.isTakeTimed && (planJoin(situation)?.dueInSamples ?? 1) <= RAMP_SAMPLES;
    return { outSamples, inSamples, ending: isHeard ? FINISHED : SKIPPED };
  }
  if (skipSamples !== undefined && (next !== undefined || !situation.isPreparing)) {
    const nextLength = next === undefined ? undefined : comingLength(next);
    const overlap = overlapSamples(Math.max(RAMP_SAMPLES, skipSamples), [nextLength]);
    return fadeOver(Math.min(remaining, overlap), SKIPPED);
  }
  const join = planJoin(situation);
  if (join === undefined || join.dueInSamples > 0) return undefined;
  const ending: Ending = isFailed(current)
    ? { reason: "failed", detail: current.deck.failure }
    : FINISHED;
  const { outSamples, inSamples } = join;
  return { outSamples: Math.min(remaining, outSamples), inSamples, ending };
}

/** The same while paused: nothing is audible, so only requested changes happen, and at once. */
export function decideChangeWhilePaused({
  current,
  next,
  isPreparing,
  skipSamples,
}: Situation): Change | undefined {
  if (next?.purpose === "restart") return fadeOver(0, RESTARTED);
  if (next?.purpose === "take") return fadeOver(0, SKIPPED);
  if (current.kind === "emergency") return next === undefined ? undefined : fadeOver(0, FINISHED);
  if (skipSamples === undefined || (next === undefined && isPreparing)) return undefined;
  return fadeOver(0, SKIPPED);
}

/** [P19] Fades out and in over the same length, at constant power. */
export function fadeOver(samples: number, ending: Ending): Change {
  return { outSamples: samples, inSamples: samples, ending };
}
