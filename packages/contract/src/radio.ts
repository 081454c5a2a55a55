import * as z from "zod/mini";
import { defineApi } from "./endpoint.ts";
import {
  nowPlayingExample,
  playExample,
  radioStateExample,
  streamInfoExample,
} from "./radio-examples.ts";
import { bitrateSchema } from "./settings.ts";
import { channelSchema } from "./texts.ts";
import { trackSchema } from "./tracks.ts";

export const radioStateSchema = z.object({
  id: z.literal("station"),
  isPlaying: z.boolean(),
  /** An operator has faded the programme out; it is silent until Fade In, Play or the next track. */
  isFadedOut: z.boolean(),
  currentTrackId: z.nullable(z.uuid()),
  /** 0 is silence, 75 is 0 dB, 100 is +5 dB into the limiter. */
  volume: z.int().check(z.minimum(0), z.maximum(100)),
  /** null while the stream server can't be asked. */
  listenerCount: z.nullable(z.int()),
  ircConnected: z.boolean(),
  ircChannel: z.string(),
  ircUserCount: z.int(),
});
export type RadioState = z.infer<typeof radioStateSchema>;

/** A change of the station's state; what is left out stays. */
export const radioStateChangeSchema = z
  .object({
    isPlaying: z.optional(z.boolean()),
    volume: z.optional(z.number().check(z.minimum(0), z.maximum(100))),
    /** A station setting: it needs system_config too. */
    ircChannel: z.optional(channelSchema),
  })
  .check(
    z.refine(
      (change) => Object.values(change).some((value) => value !== undefined),
      "give isPlaying, volume or ircChannel",
    ),
  );
export type RadioStateChange = z.infer<typeof radioStateChangeSchema>;

/**
 * What was on air under one title: a track, or a title of a DJ's broadcast or of somebody else's stream. Programme positions (`startMs`) are milliseconds on the station's
 * own clock, the same that `stream_attached` gives: what a listener hears at programme position p belongs to
 * the newest play whose `startMs` is not above p.
 */
export const playSchema = z.object({
  id: z.uuid(),
  /** `library`: a file of ours; `live`: a DJ's broadcast; `stream`: somebody else's stream. */
  kind: z.enum(["library", "live", "stream"]),
  /** What the titles of one broadcast have in common; null for a file. */
  sessionId: z.nullable(z.uuid()),
  /** Who broadcasts; null unless live. */
  djName: z.nullable(z.string()),
  /** null when the track has left the library since, and for what is live. */
  track: z.nullable(trackSchema),
  title: z.string(),
  artist: z.string(),
  requestedBy: z.nullable(z.string()),
  /** Programme position at which this title begins to be heard (mid-crossfade). */
  startMs: z.number(),
  /** Programme position of the first sample of the track; progress is heardMs - audioStartMs. */
  audioStartMs: z.number(),
  /** Wall-clock time of `audioStartMs`, in milliseconds since 1970. */
  startedAtMs: z.int(),
  durationMs: z.nullable(z.int()),
});
export type Play = z.infer<typeof playSchema>;

export const nowPlayingSchema = z.object({
  /** null while nothing of the library plays (no music yet, or the emergency loop). */
  now: z.nullable(playSchema),
  /** Nothing of the library can be played, so the station's own loop keeps the stream alive. */
  isEmergencyLoop: z.boolean(),
  /** Alias of `now.track` and its clock, as the interface names them. */
  track: z.nullable(trackSchema),
  startedAtMs: z.nullable(z.int()),
  durationMs: z.nullable(z.int()),
  serverNowMs: z.number(),
  /** Programme position of the live edge at `serverNowMs`. */
  positionMs: z.number(),
  /** What is cued to come next, when known. */
  next: z.nullable(z.object({ track: trackSchema, requestedBy: z.nullable(z.string()) })),
  /** The last plays, newest first; at most 10. */
  history: z.array(playSchema),
});
export type NowPlaying = z.infer<typeof nowPlayingSchema>;

/** The mounts beside MP3, which is always on. */
const streamMountsSchema = z.object({
  opus: z.object({ isOn: z.boolean(), bitrate: z.int() }),
  /** Its bitrate is that of HLS, too. */
  aac: z.object({ isOn: z.boolean(), bitrate: z.int() }),
  hls: z.object({ isOn: z.boolean() }),
});

export const streamInfoSchema = z.object({
  isStreaming: z.boolean(),
  /** An operator has taken the mounts off the air; while they have not, a stream that is away comes back. */
  isStopped: z.boolean(),
  /** What a browser plays, without `cid`. */
  streamUrl: z.string(),
  adminUrl: z.string(),
  /** What goes on air: the chosen source, what really does, and why they differ. */
  audioSource: z.object({
    chosen: z.string(),
    onAir: z.string(),
    notice: z.nullable(z.string()),
    /** What may be chosen. */
    choices: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
  /** DJs: who is heard, and how many are waiting. */
  live: z.object({
    djName: z.nullable(z.string()),
    /** Wall clock of when that DJ was heard first in this broadcast. */
    sinceMs: z.nullable(z.int()),
    waiting: z.int(),
  }),
  config: z.object({
    icecastServer: z.string(),
    icecastPort: z.int(),
    bitrate: z.int(),
    sampleRate: z.int(),
    channels: z.int(),
    mounts: streamMountsSchema,
  }),
  /** Where else it can be listened to: the mounts that are on beside MP3, without `cid`. */
  mounts: z.array(z.object({ name: z.string(), url: z.string() })),
});
export type StreamInfo = z.infer<typeof streamInfoSchema>;

export const radioApi = defineApi({
  getRadioState: {
    method: "GET",
    path: "/api/radio-state",
    access: "public",
    summary: "Whether the station plays, its volume, its listeners",
    example: { response: radioStateExample },
    response: radioStateSchema,
  },
  putRadioState: {
    method: "PUT",
    path: "/api/radio-state",
    access: "station_control",
    summary: "Play or pause the programme, or set its volume",
    steersSound: true,
    example: { body: { volume: 60 }, response: { ...radioStateExample, volume: 60 } },
    body: radioStateChangeSchema,
    response: radioStateSchema,
  },
  getNowPlaying: {
    method: "GET",
    path: "/api/now-playing",
    access: "public",
    summary: "What is on air, with its clock",
    example: { response: nowPlayingExample },
    response: nowPlayingSchema,
  },
  getHistory: {
    method: "GET",
    path: "/api/history",
    access: "public",
    summary: "What was on air, newest first",
    example: { response: [playExample] },
    query: z.object({
      before: z.optional(
        z.coerce
          .number()
          .check(z.describe("Plays that began before this time, in milliseconds since 1970")),
      ),
      limit: z
        ._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200)), 50)
        .check(z.describe("Most plays in one answer")),
    }),
    response: z.array(playSchema),
  },
  skip: {
    method: "POST",
    path: "/api/playback/skip",
    access: "station_control",
    errors: ["conflict"],
    summary: "End what is on air with a short fade and start the next",
    steersSound: true,
    example: { body: { playId: playExample.id }, response: { skipped: true } },
    body: z.nullish(
      z.object({
        /** Of what is on air for the caller, so that two who press at once skip once; it may have ended already. */
        playId: z.optional(z.uuid()),
      }),
    ),
    response: z.object({ skipped: z.boolean() }),
  },
  crossfade: {
    method: "POST",
    path: "/api/playback/crossfade",
    access: "station_control",
    errors: ["conflict"],
    summary: "Go over to the next track within 4 s, at equal power",
    example: { body: { playId: playExample.id }, response: { crossfaded: true } },
    body: z.nullish(
      z.object({
        /** As for skip. */
        playId: z.optional(z.uuid()),
      }),
    ),
    response: z.object({ crossfaded: z.boolean() }),
  },
  fadeOut: {
    method: "POST",
    path: "/api/playback/fade-out",
    access: "station_control",
    errors: ["conflict"],
    summary: "Fade the programme to silence within 3 s, until Fade In, Play or the next track",
    example: { response: { faded: true } },
    response: z.object({ faded: z.boolean() }),
  },
  fadeIn: {
    method: "POST",
    path: "/api/playback/fade-in",
    access: "station_control",
    errors: ["conflict"],
    summary: "Fade the programme in within 3 s",
    example: { response: { faded: true } },
    response: z.object({ faded: z.boolean() }),
  },
  restart: {
    method: "POST",
    path: "/api/playback/restart",
    access: "station_control",
    errors: ["conflict"],
    summary: "Start what is on air again from its beginning",
    steersSound: true,
    example: { response: { restarted: true } },
    response: z.object({ restarted: z.boolean() }),
  },
  getStreamInfo: {
    method: "GET",
    path: "/api/stream/info",
    access: "public",
    summary: "Where the stream is and how it is encoded",
    example: { response: streamInfoExample },
    response: streamInfoSchema,
  },
  getStreamSession: {
    method: "GET",
    path: "/api/stream/session/:cid",
    access: "public",
    summary: "Which moment of the programme that connection began with",
    example: {
      response: { cid: "8d1f6a3c-2b74-4f6c-9a57-5b0d7f2c4e19", startMs: 7_204_000 },
    },
    params: z.object({
      cid: z.uuid().check(z.describe("What the player added to the stream's address as `cid`")),
    }),
    response: z.object({ cid: z.uuid(), startMs: z.number() }),
  },
});

export const playbackApi = defineApi({
  emergencyStop: {
    method: "POST",
    path: "/api/playback/emergency",
    access: "station_control",
    summary: "Silence at once: isPlaying false and volume 0; playing again restores the volume",
    steersSound: true,
    example: { response: { ...radioStateExample, isPlaying: false, volume: 0 } },
    response: radioStateSchema,
  },
});

export const streamApi = defineApi({
  startStream: {
    method: "POST",
    path: "/api/stream/start",
    access: "station_control",
    summary: "Bring the mounts on air",
    example: {
      body: { audioSource: "automation" },
      response: { streamUrl: streamInfoExample.streamUrl, notice: null },
    },
    body: z.nullish(
      z.object({
        /** One of the listed choices; the one chosen before when left out. */
        audioSource: z.optional(z.string().check(z.maxLength(200))),
      }),
    ),
    response: z.object({ streamUrl: z.string(), notice: z.nullable(z.string()) }),
  },
  stopStream: {
    method: "POST",
    path: "/api/stream/stop",
    access: "station_control",
    summary: "Take the mounts off the air until they are started again, also over a restart",
    example: { response: { stopped: true } },
    response: z.object({ stopped: z.literal(true) }),
  },
  configureStream: {
    method: "POST",
    path: "/api/stream/config",
    access: "system_config",
    summary:
      "Set bitrate, sample rate and channels of the MP3 mount; MP3 must have such a pair. Switch the other mounts on and off",
    example: {
      body: { bitrate: 192, sampleRate: 44_100, channels: 2 },
      response: streamInfoExample,
    },
    body: z.object({
      bitrate: bitrateSchema,
      /** Hz: 32000, 44100 or 48000. */
      sampleRate: z.int(),
      channels: z.int().check(z.minimum(1), z.maximum(2)),
      /** What is left out stays. */
      mounts: z.optional(
        z.object({
          opus: z.optional(z.object({ isOn: z.boolean(), bitrate: z.optional(z.int()) })),
          aac: z.optional(z.object({ isOn: z.boolean(), bitrate: z.optional(z.int()) })),
          hls: z.optional(z.object({ isOn: z.boolean() })),
        }),
      ),
    }),
    response: streamInfoSchema,
  },
});
