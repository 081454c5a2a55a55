import type { ApiError, TrackCues } from "@neonrelay/contract";
import { ApiFailure } from "../../http-kit/api-failure.ts";
import type { CueProblem } from "./cue-edit-rules.ts";

export const noSuchTrack: ApiError = {
  error: "There is no such track, or it is an external stream, which has no file",
  code: "not_found",
};

const names: Readonly<Record<keyof TrackCues, string>> = {
  cueInMs: "cue-in",
  cueOutMs: "cue-out",
  startNextMs: "start of the next track",
  fadeInMs: "fade-in",
  fadeOutMs: "fade-out",
  gainDb: "gain",
};

export function refuseCues({ field, problem }: CueProblem): never {
  throw new ApiFailure({
    error: `The ${names[field]} ${problem}`,
    code: "invalid_request",
    field,
  });
}
