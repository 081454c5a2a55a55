import type { EndReason } from "../protocol/index.ts";
import { passedMs, type Moment } from "../state/moment.ts";
import type { AirNote } from "./playout-state.ts";
import { whyMissed } from "./timed-rules.ts";

/** What becomes of the track that was on air when on-air ended, however it ended. */
export type Resumption =
  /** Continue where it was cut off. */
  | { readonly kind: "go-on" }
  /** Restart from its cue-in. */
  | { readonly kind: "again" }
  /** It ended there; `why` is for the log. */
  | { readonly kind: "over"; readonly why: string };

/** Listeners from before are still there, or coming back, in ms. */
const GO_ON_WITHIN_MS = 60_000;
/** How many runs may end with a track before it has progressed by `PROGRESS_MS`. */
export const MAX_RESUMES = 3;
/** A track that gets this far, in ms, is not what ends on-air. */
export const PROGRESS_MS = 1000;

/**
 * [P110] [P111] [P112]
 * @param now when this run starts
 */
export function decideResumption(
  note: Pick<AirNote, "play" | "planStart" | "offsetMs" | "moment" | "resumes">,
  { now, isQuarantined }: { readonly now: Moment; readonly isQuarantined: boolean },
): Resumption {
  if (isQuarantined) return { kind: "over", why: "its file is kept off the air" };
  if (note.resumes >= MAX_RESUMES)
    return { kind: "over", why: "on-air ended three times while playing it" };
  const awayMs = passedMs(note.moment, now);
  if (awayMs !== null && awayMs <= GO_ON_WITHIN_MS) return { kind: "go-on" };
  if (isOwed(note, now) && isLittleHeard(note)) return { kind: "again" };
  return { kind: "over", why: "on-air was away for too long" };
}

interface LastEnd {
  readonly reason: EndReason;
  /** As a sentence; null: nothing to say. */
  readonly detail: string | null;
}

export const STOPPED: LastEnd = { reason: "skipped", detail: "the station was stopped" };
const CRASHED: LastEnd = { reason: "failed", detail: "the stream server restarted" };
const FINISHED: LastEnd = { reason: "finished", detail: null };

/** How the other plays of the last run ended: if one continues, the play before it was fading out. */
export function endOfLastRun(
  note: Pick<AirNote, "overSessionId" | "isStopped"> | null,
  { goesOn }: { readonly goesOn: boolean },
): LastEnd {
  if (goesOn && note?.overSessionId === null) return FINISHED;
  return note?.isStopped === true ? STOPPED : CRASHED;
}

/** Whether it must still be played: nothing else makes up for a request, or for an item whose time has not passed. */
function isOwed({ play, planStart }: Pick<AirNote, "play" | "planStart">, now: Moment): boolean {
  if (play.entryId !== null) return true;
  if (planStart === null || planStart.kind === "follow") return false;
  return whyMissed({ start: planStart }, now.atMs) === null;
}

/** Whether less than half of its playing time was heard; always true for an unknown length. */
function isLittleHeard({ play, offsetMs }: Pick<AirNote, "play" | "offsetMs">): boolean {
  const { cues, durationMs } = play.track;
  const cueInMs = cues?.cueInMs ?? 0;
  const endMs = cues?.cueOutMs ?? durationMs ?? Infinity;
  return (offsetMs - cueInMs) * 2 < endMs - cueInMs;
}
