import * as z from "zod/mini";

const DAY_SECONDS = 24 * 60 * 60;
const WEEK_MINUTES = 7 * 24 * 60;

/**
 * Fairness rules for requests. 0 turns a rule off. Operators are exempt. At most half of all tracks, and half of all
 * artists, are in cooldown at once, the latest ones, so that even a small library always has something left to request.
 */
export const requestRulesSchema = z.object({
  /** Cooldown between a requester's requests. */
  requesterCooldownSeconds: z.int().check(z.minimum(0), z.maximum(DAY_SECONDS)),
  /** Maximum unplayed requests per requester. */
  maxOpenRequests: z.int().check(z.minimum(0), z.maximum(500)),
  /** Cooldown between requests for the same track. */
  trackCooldownMinutes: z.int().check(z.minimum(0), z.maximum(WEEK_MINUTES)),
  /** Cooldown after any play of a track, requested or not, before it can be requested. */
  playedCooldownMinutes: z.int().check(z.minimum(0), z.maximum(WEEK_MINUTES)),
  /** Cooldown of an artist, after a request or a play. */
  artistCooldownMinutes: z.int().check(z.minimum(0), z.maximum(WEEK_MINUTES)),
});
export type RequestRules = z.infer<typeof requestRulesSchema>;

/** Where requests play: between any tracks, or only in request slots while a clock with one is on. */
export const requestPlaces = ["anywhere", "in-slots"] as const;

/** When waiting requests play. Operators' entries play at the next join. */
export const requestTurnsSchema = z.object({
  place: z.enum(requestPlaces),
  /** Maximum requests starting within any 60 minutes; null: no limit. */
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
