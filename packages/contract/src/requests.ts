import * as z from "zod/mini";

const DAY_SECONDS = 24 * 60 * 60;
const WEEK_MINUTES = 7 * 24 * 60;

/**
 * What keeps requests fair. 0 switches a rule off. Operators are exempt. Tracks that rest, and artists that rest, are
 * at most half of those there are, the ones asked for or played last: a small library never has nothing left to ask for.
 */
export const requestRulesSchema = z.object({
  /** Between two requests of one requester. */
  requesterCooldownSeconds: z.int().check(z.minimum(0), z.maximum(DAY_SECONDS)),
  /** Requests of one requester that have not played yet. */
  maxOpenRequests: z.int().check(z.minimum(0), z.maximum(500)),
  /** Between two requests of one track. */
  trackCooldownMinutes: z.int().check(z.minimum(0), z.maximum(WEEK_MINUTES)),
  /** Between a play of a track, requested or not, and a request of it. */
  playedCooldownMinutes: z.int().check(z.minimum(0), z.maximum(WEEK_MINUTES)),
  /** Between two requests, or a play and a request, of one artist. */
  artistCooldownMinutes: z.int().check(z.minimum(0), z.maximum(WEEK_MINUTES)),
});
export type RequestRules = z.infer<typeof requestRulesSchema>;

export const requestPresetNames = ["generous", "busy station"] as const;
export type RequestPresetName = (typeof requestPresetNames)[number];

export const requestPresets: Readonly<Record<RequestPresetName, RequestRules>> = {
  generous: {
    requesterCooldownSeconds: 0,
    maxOpenRequests: 25,
    trackCooldownMinutes: 5,
    playedCooldownMinutes: 0,
    artistCooldownMinutes: 0,
  },
  "busy station": {
    requesterCooldownSeconds: 600,
    maxOpenRequests: 3,
    trackCooldownMinutes: 240,
    playedCooldownMinutes: 240,
    artistCooldownMinutes: 30,
  },
};
