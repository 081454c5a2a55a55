import * as z from "zod/mini";

const DAY_SECONDS = 24 * 60 * 60;
const WEEK_MINUTES = 7 * 24 * 60;

/**
 * The rules that keep requests fair. 0 turns a rule off. Operators are exempt. At most half of all tracks, and half of
 * all artists, are in cooldown at once, the latest ones: a small library always has something left to request.
 */
export const requestRulesSchema = z.object({
  /** Cooldown between two requests of one requester. */
  requesterCooldownSeconds: z.int().check(z.minimum(0), z.maximum(DAY_SECONDS)),
  /** Maximum number of a requester's requests that have not played yet. */
  maxOpenRequests: z.int().check(z.minimum(0), z.maximum(500)),
  /** Cooldown between two requests of one track. */
  trackCooldownMinutes: z.int().check(z.minimum(0), z.maximum(WEEK_MINUTES)),
  /** Cooldown after a play of a track, requested or not, before it can be requested. */
  playedCooldownMinutes: z.int().check(z.minimum(0), z.maximum(WEEK_MINUTES)),
  /** Cooldown of an artist, after a request or a play. */
  artistCooldownMinutes: z.int().check(z.minimum(0), z.maximum(WEEK_MINUTES)),
});
export type RequestRules = z.infer<typeof requestRulesSchema>;

/** Where requests come on air: between any tracks, or only in request slots while a clock that has one is on. */
export const requestPlaces = ["anywhere", "in-slots"] as const;

/** When waiting requests come on air. What operators put into the queue comes at the next join. */
export const requestTurnsSchema = z.object({
  place: z.enum(requestPlaces),
  /** Requests that begin within any 60 minutes; null: no limit. */
  mostPerHour: z.nullable(z.int().check(z.minimum(0), z.maximum(60))),
});
export type RequestTurns = z.infer<typeof requestTurnsSchema>;

export const defaultRequestTurns: RequestTurns = { place: "anywhere", mostPerHour: null };

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
