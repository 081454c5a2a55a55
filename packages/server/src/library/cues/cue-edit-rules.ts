import { SHORTEST_HEARD_MS, type TrackCues } from "@neonrelay/contract";
import type { KnownCues } from "../cue-point-rules.ts";

export interface CueProblem {
  readonly field: keyof TrackCues;
  readonly problem: string;
}

type MeasuredCues = Pick<KnownCues, "cueInMs" | "cueOutMs" | "startNextMs">;

/** Why cue points and fades don't fit the track or each other; null when they do. */
export function findCueProblem(
  cues: TrackCues,
  { durationMs, ...measured }: MeasuredCues & { readonly durationMs: number },
): CueProblem | null {
  for (const field of ["cueInMs", "cueOutMs", "startNextMs"] as const)
    if ((cues[field] ?? 0) > durationMs)
      return { field, problem: "is beyond the end of the track" };
  const cueInMs = cues.cueInMs ?? measured.cueInMs ?? 0;
  const cueOutMs = cues.cueOutMs ?? measured.cueOutMs ?? durationMs;
  const heardMs = cueOutMs - cueInMs;
  const endField = cues.cueInMs === null ? "cueOutMs" : "cueInMs";
  if (heardMs < Math.min(SHORTEST_HEARD_MS, durationMs))
    return {
      field: endField,
      problem: "leaves less than half a second between cue-in and cue-out",
    };
  if (cues.startNextMs !== null && cues.startNextMs <= cueInMs)
    return { field: "startNextMs", problem: "must be after the cue-in" };
  if (cues.startNextMs !== null && cues.startNextMs > cueOutMs)
    return { field: "startNextMs", problem: "must not be after the cue-out" };
  const fadeInMs = cues.fadeInMs ?? 0;
  if (fadeInMs > heardMs)
    return { field: "fadeInMs", problem: "is longer than the part that plays" };
  if (fadeInMs + (cues.fadeOutMs ?? 0) > heardMs)
    return { field: "fadeOutMs", problem: "and the fade-in are longer than the part that plays" };
  return null;
}

/** Operators' cue points as the library keeps them. */
export function userCues(cues: TrackCues) {
  return {
    userCueInMs: cues.cueInMs,
    userCueOutMs: cues.cueOutMs,
    userStartNextMs: cues.startNextMs,
    userFadeInMs: cues.fadeInMs,
    userFadeOutMs: cues.fadeOutMs,
    userGainDb: cues.gainDb,
  };
}
