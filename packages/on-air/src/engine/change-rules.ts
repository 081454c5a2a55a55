import { overlapSamples } from "../audio/crossfade.ts";
import type { Prepared } from "./cue-desk.ts";
import { PROGRAMME_RATE_HZ, type EngineEvent } from "./engine-protocol.ts";
import { isFailed, lengthOf, remainingOf, trackVoice, type Voice } from "./voice.ts";

/** How and why a voice goes. */
export interface Ending {
  readonly reason: Extract<EngineEvent, { kind: "play.ended" }>["reason"];
  readonly detail: string | null;
}

/** To go over to what is prepared, or with nothing prepared to the emergency loop, within `fadeSamples`. */
export interface Change {
  readonly fadeSamples: number;
  readonly ending: Ending;
}

export interface Situation {
  readonly current: Voice;
  /** What can start now. */
  readonly next: Prepared | undefined;
  /** Something is on its way, startable or not. */
  readonly isPreparing: boolean;
  /** Length of the fade of a skip asked for; undefined: none was. */
  readonly skipSamples: number | undefined;
  /** Length of the fade to what is to be taken on air at once. */
  readonly takeSamples: number;
  readonly crossfadeSamples: number;
  /** Nothing has been heard yet. */
  readonly isFirstSound: boolean;
}

/** 10 ms: what keeps a cut from clicking. */
export const RAMP_SAMPLES = Math.round(PROGRAMME_RATE_HZ * 0.01);
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
    const fadeSamples = situation.isFirstSound ? 0 : LEAVE_EMERGENCY_SAMPLES;
    return { fadeSamples, ending: FINISHED };
  }
  if (next?.purpose === "restart") return { fadeSamples: RAMP_SAMPLES, ending: RESTARTED };
  const remaining = remainingOf(current);
  if (next?.purpose === "take") {
    const fadeSamples = Math.max(RAMP_SAMPLES, situation.takeSamples);
    return { fadeSamples: Math.min(remaining ?? Infinity, fadeSamples), ending: SKIPPED };
  }
  if (skipSamples !== undefined && (next !== undefined || !situation.isPreparing)) {
    const nextLength = next === undefined ? undefined : lengthOf(trackVoice(next));
    const overlap = overlapSamples(Math.max(RAMP_SAMPLES, skipSamples), [nextLength]);
    return { fadeSamples: Math.min(remaining ?? Infinity, overlap), ending: SKIPPED };
  }
  if (remaining === undefined) return undefined;
  const overlap = plannedOverlap(situation);
  if (remaining > overlap) return undefined;
  const ending: Ending = isFailed(current)
    ? { reason: "failed", detail: current.deck.failure }
    : FINISHED;
  return { fadeSamples: Math.min(remaining, overlap), ending };
}

/** Decides the same while paused: nothing is heard, so that only what was asked for changes, and at once. */
export function decideChangeWhilePaused({
  current,
  next,
  isPreparing,
  skipSamples,
}: Situation): Change | undefined {
  if (next?.purpose === "restart") return { fadeSamples: 0, ending: RESTARTED };
  if (next?.purpose === "take") return { fadeSamples: 0, ending: SKIPPED };
  if (current.kind === "emergency")
    return next === undefined ? undefined : { fadeSamples: 0, ending: FINISHED };
  if (skipSamples === undefined || (next === undefined && isPreparing)) return undefined;
  return { fadeSamples: 0, ending: SKIPPED };
}

/** Samples until the current voice has to change, as things stand; undefined while its end isn't in sight. */
export function samplesUntilChange(situation: Situation): number | undefined {
  const remaining = remainingOf(situation.current);
  return remaining === undefined ? undefined : remaining - plannedOverlap(situation);
}

/** How long the change at the end of the current voice is to be, in samples. */
function plannedOverlap({ current, next, crossfadeSamples }: Situation): number {
  if (isFailed(current) || next === undefined) return RAMP_SAMPLES;
  const overlap = overlapSamples(crossfadeSamples, [lengthOf(current), lengthOf(trackVoice(next))]);
  // Without a crossfade whole tracks join without a seam; one that begins in its middle is a cut.
  return next.play.offsetMs > 0 ? Math.max(overlap, RAMP_SAMPLES) : overlap;
}
