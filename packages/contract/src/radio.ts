import * as z from "zod/mini";
import { defineCalls } from "./call.ts";
import { trackSchema } from "./tracks.ts";

export const radioStateSchema = z.object({
  id: z.literal("station"),
  isPlaying: z.boolean(),
  /** Faded out by an operator; silent until Fade In, Play or the next track. */
  isFadedOut: z.boolean(),
  currentTrackId: z.nullable(z.uuid()),
  /** 0 is silence, 75 is 0 dB, 100 is +5 dB into the limiter. */
  volume: z.int().check(z.minimum(0), z.maximum(100)),
  /** null while the stream server can't be reached. */
  listenerCount: z.nullable(z.int()),
  ircConnected: z.boolean(),
  ircChannel: z.string(),
  ircUserCount: z.int(),
});

export type RadioState = z.infer<typeof radioStateSchema>;

/**
 * One title on air: a track, or one title of a DJ broadcast or external stream. Programme positions (`startMs`) are
 * milliseconds on the station's own clock, as `stream_attached` gives it: sound at programme position p belongs to the
 * newest play whose `startMs` is not above p.
 */
export const playSchema = z.object({
  id: z.uuid(),
  /** `library`: a file of the library; `live`: a DJ broadcast; `stream`: an external stream. */
  kind: z.enum(["library", "live", "stream"]),
  /** The same for all titles of one broadcast, and for a file played over it; null for other files. */
  sessionId: z.nullable(z.uuid()),
  /** Who broadcasts; null unless live. */
  djName: z.nullable(z.string()),
  /** null for live broadcasts, and once the track has left the library. */
  track: z.nullable(trackSchema),
  title: z.string(),
  artist: z.string(),
  requestedBy: z.nullable(z.string()),
  /** Programme position where this title becomes audible (mid-crossfade). */
  startMs: z.number(),
  /** Programme position of the first sample of the track; progress is heardMs - audioStartMs. */
  audioStartMs: z.number(),
  /** Wall-clock time of `audioStartMs`, in milliseconds since 1970. */
  startedAtMs: z.int(),
  durationMs: z.nullable(z.int()),
});

export type Play = z.infer<typeof playSchema>;

export const nowPlayingSchema = z.object({
  /** null while no track plays (no music yet, or the emergency loop). */
  now: z.nullable(playSchema),
  /** No track of the library can play, so the emergency loop keeps the stream alive. */
  isEmergencyLoop: z.boolean(),
  /** Aliases of `now.track` and its timing, under the names of the specification. */
  track: z.nullable(trackSchema),
  startedAtMs: z.nullable(z.int()),
  durationMs: z.nullable(z.int()),
  serverNowMs: z.number(),
  /** Programme position of the live edge at `serverNowMs`. */
  positionMs: z.number(),
  /** The cued next track, when known. */
  next: z.nullable(z.object({ track: trackSchema, requestedBy: z.nullable(z.string()) })),
  /** The last plays, newest first; at most 10. */
  history: z.array(playSchema),
});

export type NowPlaying = z.infer<typeof nowPlayingSchema>;

/** The mounts besides MP3, which is always on. */
const streamMountsSchema = z.object({
  opus: z.object({ isOn: z.boolean(), bitrate: z.int() }),
  /** HLS has the same bitrate. */
  aac: z.object({ isOn: z.boolean(), bitrate: z.int() }),
  hls: z.object({ isOn: z.boolean() }),
});

export const streamInfoSchema = z.object({
  isStreaming: z.boolean(),
  /** Stopped by an operator; any other outage ends by itself. */
  isStopped: z.boolean(),
  /** The URL that a browser plays, without `cid`. */
  streamUrl: z.string(),
  /** MP3 URLs for players, `streamUrl` first. Players are spread by weight; 0 marks a last resort. */
  addresses: z.array(z.object({ url: z.string(), weight: z.int() })),
  adminUrl: z.string(),
  /** The audio source: the chosen one, the actual one, and why they differ. */
  audioSource: z.object({
    chosen: z.string(),
    onAir: z.string(),
    notice: z.nullable(z.string()),
    /** The available choices. */
    choices: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
  /** The DJ on air, and the number waiting. */
  live: z.object({
    djName: z.nullable(z.string()),
    /** Wall-clock start of this broadcast. */
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
  /** Other mounts that are on, besides MP3, without `cid`. */
  mounts: z.array(z.object({ name: z.string(), url: z.string() })),
});

export type StreamInfo = z.infer<typeof streamInfoSchema>;

export const radioCalls = defineCalls({
  getRadioState: {
    method: "GET",
    path: "/api/radio-state",
    response: radioStateSchema,
  },
  putRadioState: {
    method: "PUT",
    path: "/api/radio-state",
    response: radioStateSchema,
  },
  getNowPlaying: {
    method: "GET",
    path: "/api/now-playing",
    response: nowPlayingSchema,
  },
  getHistory: {
    method: "GET",
    path: "/api/history",
    response: z.array(playSchema),
  },
  skip: {
    method: "POST",
    path: "/api/playback/skip",
    response: z.object({ skipped: z.boolean() }),
  },
  crossfade: {
    method: "POST",
    path: "/api/playback/crossfade",
    response: z.object({ crossfaded: z.boolean() }),
  },
  fadeOut: {
    method: "POST",
    path: "/api/playback/fade-out",
    response: z.object({ faded: z.boolean() }),
  },
  fadeIn: {
    method: "POST",
    path: "/api/playback/fade-in",
    response: z.object({ faded: z.boolean() }),
  },
  restart: {
    method: "POST",
    path: "/api/playback/restart",
    response: z.object({ restarted: z.boolean() }),
  },
  getStreamInfo: {
    method: "GET",
    path: "/api/stream/info",
    response: streamInfoSchema,
  },
  getStreamSession: {
    method: "GET",
    path: "/api/stream/session/:cid",
    response: z.object({ cid: z.uuid(), startMs: z.number() }),
  },
});

export const playbackCalls = defineCalls({
  emergencyStop: {
    method: "POST",
    path: "/api/playback/emergency",
    response: radioStateSchema,
  },
});

export const streamCalls = defineCalls({
  startStream: {
    method: "POST",
    path: "/api/stream/start",
    response: z.object({ streamUrl: z.string(), notice: z.nullable(z.string()) }),
  },
  stopStream: {
    method: "POST",
    path: "/api/stream/stop",
    response: z.object({ stopped: z.literal(true) }),
  },
  configureStream: {
    method: "POST",
    path: "/api/stream/config",
    response: streamInfoSchema,
  },
});
