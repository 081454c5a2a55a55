import * as z from "zod/mini";
import { defineCalls } from "./call.ts";
import { trackIdSchema } from "./tracks.ts";

/** Maximum length of a track's own fade, in ms. */
export const MAX_FADE_MS = 30_000;
/** Range of an operator's gain for a track, in dB. */
export const OWN_GAIN_LIMITS_DB = { lowest: -24, highest: 12 } as const;
/** Minimum distance between cue-in and cue-out, in ms. */
export const SHORTEST_HEARD_MS = 500;

const placeSchema = z.nullable(z.int().check(z.minimum(0)));
const fadeSchema = z.nullable(z.int().check(z.minimum(0), z.maximum(MAX_FADE_MS)));

/** A track's cue points in its file, in ms, and its gain. null: the station's own measurement. */
export const trackCuesSchema = z.object({
  cueInMs: placeSchema,
  /** The end of the file, or the start of its trailing silence. */
  cueOutMs: placeSchema,
  /** Where the next track begins. */
  startNextMs: placeSchema,
  /** Starting at the cue-in. null: as the join needs it; 0: none. */
  fadeInMs: fadeSchema,
  /** Ending at the cue-out. null: as the join needs it; 0: none. */
  fadeOutMs: fadeSchema,
  /** Added to the gain that brings the track to the station's loudness. */
  gainDb: z.nullable(
    z.number().check(z.minimum(OWN_GAIN_LIMITS_DB.lowest), z.maximum(OWN_GAIN_LIMITS_DB.highest)),
  ),
});
export type TrackCues = z.infer<typeof trackCuesSchema>;

const cueSheetSchema = z.object({
  trackId: trackIdSchema,
  title: z.string(),
  artist: z.string(),
  durationMs: z.int(),
  /** null: the track has not been measured, or is silent. */
  measured: z.nullable(
    z.object({
      cueInMs: z.int(),
      /** null: at the end of the file. */
      cueOutMs: z.nullable(z.int()),
      startNextMs: z.nullable(z.int()),
    }),
  ),
  /** As operators set it. */
  set: trackCuesSchema,
  /** Gain that brings the track to the station's loudness. */
  loudnessGainDb: z.number(),
});
export type CueSheet = z.infer<typeof cueSheetSchema>;

export const trackCuesCalls = defineCalls({
  getTrackCues: {
    method: "GET",
    path: "/api/tracks/:id/cues",
    response: cueSheetSchema,
  },
  setTrackCues: {
    method: "PUT",
    path: "/api/tracks/:id/cues",
    response: cueSheetSchema,
  },
});

/** Maximum piece of sound per call, in ms. */
export const MAX_PIECE_MS = 40_000;

/** Neither is JSON. */
export const trackSoundCalls = defineCalls({
  getTrackWaveform: {
    method: "GET",
    path: "/api/tracks/:id/waveform",
    response: z.file(),
  },
  renderTrackSound: {
    method: "POST",
    path: "/api/tracks/:id/sound",
    response: z.file(),
  },
});
