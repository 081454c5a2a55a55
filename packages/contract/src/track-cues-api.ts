import * as z from "zod/mini";
import { defineApi } from "./endpoint.ts";
import {
  MAX_PIECE_MS,
  trackCuesCalls,
  trackCuesSchema,
  trackSoundCalls,
  type CueSheet,
} from "./track-cues.ts";
import { trackIdSchema } from "./tracks.ts";

const params = z.object({ id: trackIdSchema.check(z.describe("Id of the track")) });

const exampleCues = {
  cueInMs: null,
  cueOutMs: 240_000,
  startNextMs: 236_500,
  fadeInMs: null,
  fadeOutMs: 3000,
  gainDb: -1.5,
} as const;
const exampleSheet: CueSheet = {
  trackId: "0190d7a2-6f4e-4a53-9a7e-1c2b3d4e5f60",
  title: "Night Drive",
  artist: "Neon Coast",
  durationMs: 245_013,
  measured: { cueInMs: 300, cueOutMs: 244_100, startNextMs: 239_200 },
  set: exampleCues,
  loudnessGainDb: -4.8,
};

export const trackCuesApi = defineApi(trackCuesCalls, {
  getTrackCues: {
    access: "library_edit",
    errors: ["not_found"],
    summary: "The cue points, fades and gain of a track: as measured, and as operators set them",
    params,
    example: { response: exampleSheet },
  },
  setTrackCues: {
    access: "library_edit",
    errors: ["not_found", "invalid_request"],
    summary:
      "Set all cue points, fades and the gain of a track; null takes what the station measured. Reading the file again leaves them alone",
    params,
    body: trackCuesSchema,
    example: { body: exampleCues, response: exampleSheet },
  },
});

export const trackSoundApi = defineApi(trackSoundCalls, {
  getTrackWaveform: {
    access: "library_edit",
    errors: ["not_found", "refused_file", "too_many_requests"],
    mediaType: "application/octet-stream",
    summary:
      "The waveform of a track, at most 20,000 points: `NRW1`, then samples (at 44.1 kHz) per point and number of points as 32-bit little-endian numbers, then a byte per point of the highest sample, of the lowest, and of 255 times the square root of the mean level",
    params,
  },
  renderTrackSound: {
    access: "library_edit",
    errors: ["not_found", "invalid_request", "refused_file", "too_many_requests"],
    mediaType: "audio/mpeg",
    summary: `A piece of a track as it would be on air with these cue points, at most ${MAX_PIECE_MS / 1000} s of MP3, and with \`nextTrackId\` its join with that track; \`X-Join-Ms\` says where in the piece the next track begins`,
    params,
    body: z.object({
      cues: trackCuesSchema,
      /** Start of the piece within the file. */
      fromMs: z.int().check(z.minimum(0)),
      nextTrackId: z.nullable(trackIdSchema),
    }),
  },
});
