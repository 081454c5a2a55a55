import * as z from "zod";
import { levelsShape } from "./levels-shape.ts";
import { codecs } from "./stream-formats.ts";

/**
 * What server and on-air say to each other: JSON lines on a Unix socket, on-air listens. Both ends parse.
 * After both hellos on-air repeats every journalled event the server has not stored, then sends `replayed`;
 * only then does the server send commands. Each command is answered once, by `reply` or `refusal`.
 */
export const PROTOCOL_VERSION = 1;
export const MAX_LINE_BYTES = 8 * 1024 * 1024;
/** Most entries of the queue, and most tracks of the rotation, that on-air is given at once. */
export const MAX_QUEUE_ENTRIES = 50;
export const MAX_ROTATION_TRACKS = 1000;

/** What a track's gain may be, in dB. */
export const GAIN_LIMITS_DB = { lowest: -60, highest: 30 } as const;

/** Where in its file a track begins and ends on air, in ms: measured, or as an operator wants it. */
export const cuePointsSchema = z.object({
  cueInMs: z.number().min(0),
  /** null: at the end of the file. */
  cueOutMs: z.number().min(0).nullable(),
  /** Where the next track begins; null: as long before the end as the station crossfades. */
  startNextMs: z.number().min(0).nullable(),
  /** Whether the sound has died away at `startNextMs`: the next track comes in at its full level. */
  isDecay: z.boolean(),
});
export type CuePoints = z.infer<typeof cuePointsSchema>;

/** A library track as far as on-air needs it. */
export const playableTrackSchema = z.object({
  /** `stream`: somebody else's stream, never in the rotation; its `path` is the address. */
  kind: z.enum(["file", "stream"]),
  trackId: z.uuid(),
  path: z.string(),
  title: z.string(),
  artist: z.string(),
  album: z.string().nullable(),
  albumArtist: z.string().nullable(),
  discNumber: z.int().nullable(),
  trackNumber: z.int().nullable(),
  genre: z.string().nullable(),
  /** Measured by decoding; null when never measured. */
  durationMs: z.int().nullable(),
  /** Static gain to the station's loudness target, in dB. */
  gainDb: z.number().min(GAIN_LIMITS_DB.lowest).max(GAIN_LIMITS_DB.highest),
  /** null: never measured. */
  cues: cuePointsSchema.nullable(),
});
export type PlayableTrack = z.infer<typeof playableTrackSchema>;

/** An entry of the queue. `entryId` makes it idempotent: an entry that has started is never started again. */
export const queueEntrySchema = playableTrackSchema.extend({
  entryId: z.uuid(),
  requestedBy: z.string().nullable(),
});
export type QueueEntry = z.infer<typeof queueEntrySchema>;

/** A device of the host that sound can be taken from. */
export const captureDeviceSchema = z.object({ id: z.string(), name: z.string() });
export type CaptureDevice = z.infer<typeof captureDeviceSchema>;
/** The capture device among the DJs: no account has this id. */
export const CAPTURE_USER_ID = "00000000-0000-0000-0000-000000000000";

export const onAirSettingsSchema = z.object({
  isPlaying: z.boolean(),
  /** 0 is silence, 75 is 0 dB, 100 is +5 dB into the limiter. */
  volume: z.number().min(0).max(100),
  /** Whether the mounts are on air; the programme goes on inside either way. */
  isStreaming: z.boolean(),
  /** Whether the programme starts with the station; off: it is paused then. */
  autoPlay: z.boolean(),
  /** Of MP3, which is always on. See stream-formats.ts for what bitrates, rates and channels there are. */
  bitrateKbps: z.int(),
  /** Of all mounts but Opus, which is at 48 kHz. */
  sampleRateHz: z.int(),
  /** Of all mounts. */
  channels: z.int(),
  isOpusOn: z.boolean(),
  opusBitrateKbps: z.int(),
  isAacOn: z.boolean(),
  /** Of the AAC mount and of HLS, which is cut from the same frames. */
  aacBitrateKbps: z.int(),
  isHlsOn: z.boolean(),
  maxListeners: z.int().min(1),
  stationName: z.string(),
  description: z.string(),
  genre: z.string(),
  websiteUrl: z.string(),
  /** Somebody else's stream ends after so long on air. */
  streamLimitMinutes: z.number().positive(),
  /** Hosts of streams that may be in a private network; see checkStreamAddress. */
  allowedStreamHosts: z.array(z.string()),
  /** Capture device that is heard over automation while it exists and sounds; null: none. */
  captureDeviceId: z.string().nullable(),
});
export type OnAirSettings = z.infer<typeof onAirSettingsSchema>;

/**
 * What was on air under one title: a track, or one title of a DJ's broadcast or of somebody else's stream. Positions
 * are programme positions in ms; see `Play` in the contract for the two starts. What an older release has journalled
 * says nothing of the kind.
 */
export const airedPlaySchema = z.object({
  playId: z.uuid(),
  kind: z.enum(["library", "live", "stream"]).default("library"),
  /** null: a DJ's broadcast, which is no track. */
  trackId: z.uuid().nullable(),
  /** What the titles of one broadcast have in common; null for a track of the library. */
  sessionId: z.uuid().nullable().default(null),
  /** Who broadcasts; null unless live. */
  djName: z.string().nullable().default(null),
  /** null: chosen by on-air from the rotation. */
  entryId: z.uuid().nullable(),
  requestedBy: z.string().nullable(),
  title: z.string(),
  artist: z.string(),
  startMs: z.number(),
  audioStartMs: z.number(),
  /** Wall clock of `audioStartMs`. */
  startedAtMs: z.number(),
  durationMs: z.int().nullable(),
});
export type AiredPlay = z.infer<typeof airedPlaySchema>;

export const endReasonSchema = z.enum(["finished", "skipped", "restarted", "failed"]);
export type EndReason = z.infer<typeof endReasonSchema>;

/** Who may broadcast with which key. */
export const djKeySchema = z.object({
  userId: z.uuid(),
  username: z.string(),
  /** What listeners are told. */
  djName: z.string(),
  /** SHA-256 of the key, in hexadecimal; a key is 128 random bits. */
  keyHash: z.string(),
});
export type DjKey = z.infer<typeof djKeySchema>;
export const MAX_DJ_KEYS = 1000;

/**
 * A DJ's connection. `on-air`: heard; `starting`: its sound is being gathered, or its first sound waited for;
 * `waiting`: another is on air; `silent`: nothing was heard for 20 s, and automation plays until there is sound.
 */
export const liveSessionSchema = z.object({
  sessionId: z.uuid(),
  userId: z.uuid(),
  djName: z.string(),
  state: z.enum(["on-air", "starting", "waiting", "silent"]),
  /** Wall clock. */
  connectedAtMs: z.number(),
  address: z.string(),
  userAgent: z.string(),
  contentType: z.string(),
  /** As last told by the DJ's program; null: never. */
  title: z.string().nullable(),
});
export type LiveSessionStatus = z.infer<typeof liveSessionSchema>;

/** Facts that must not be lost: kept in the journal until the server has stored them. */
export const onAirEventSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("play.started"), play: airedPlaySchema }),
  z.object({
    type: z.literal("play.ended"),
    playId: z.uuid(),
    endedAtMs: z.number(),
    /** How much of the track was on air, in ms. */
    playedMs: z.number(),
    reason: endReasonSchema,
    detail: z.string().nullable(),
  }),
  /** A DJ is heard, for the first time in this connection. */
  z.object({
    type: z.literal("live.began"),
    sessionId: z.uuid(),
    djName: z.string(),
    atMs: z.number(),
  }),
  /** A DJ who was heard has gone. */
  z.object({
    type: z.literal("live.left"),
    sessionId: z.uuid(),
    djName: z.string(),
    atMs: z.number(),
    /** Why, when it was not the DJ's own doing. */
    reason: z.string().nullable(),
  }),
  /** Somebody wanted to broadcast and may not. Of many in a short time some are told. */
  z.object({
    type: z.literal("live.refused"),
    address: z.string(),
    username: z.string(),
    reason: z.string(),
    atMs: z.number(),
  }),
  /** A track that never came on air: its file could not be read. The entry, if any, is used up. */
  z.object({
    type: z.literal("track.failed"),
    trackId: z.uuid(),
    entryId: z.uuid().nullable(),
    atMs: z.number(),
    detail: z.string(),
  }),
  /** Somebody must look: a file is kept off the air from now on, or a stream was given up. */
  z.object({
    type: z.literal("track.dropped"),
    trackId: z.uuid(),
    kind: z.enum(["file", "stream"]),
    title: z.string(),
    artist: z.string(),
    atMs: z.number(),
    detail: z.string(),
  }),
]);
export type OnAirEvent = z.infer<typeof onAirEventSchema>;

/** An Icecast server, and the mount that is ours there. The password goes to that server and nowhere else. */
export const icecastServerSchema = z.object({
  host: z.string().min(1),
  port: z.int().min(1).max(65_535),
  isTls: z.boolean(),
  /** Begins with a slash. */
  mount: z.string().startsWith("/"),
  username: z.string(),
  password: z.string(),
});
export type IcecastServer = z.infer<typeof icecastServerSchema>;

/** A server the programme is sent to. */
export const icecastOutputSchema = z.object({
  outputId: z.uuid(),
  /** Of the mount that is sent; what an older release has kept says nothing of it. */
  codec: z.enum(codecs).default("mp3"),
  server: icecastServerSchema,
  /** Whether the server may list it in directories. */
  isPublic: z.boolean(),
});
export type IcecastOutput = z.infer<typeof icecastOutputSchema>;
export const MAX_ICECAST_OUTPUTS = 20;

export const outputStateSchema = z.object({
  outputId: z.uuid(),
  /** `waiting`: it failed and is tried again; `refused`: it is not tried again before something is changed. */
  state: z.enum(["connecting", "on-air", "waiting", "refused"]),
  /** Wall clock. */
  sinceMs: z.number(),
  /** What was wrong last, as a sentence; null when nothing was. */
  detail: z.string().nullable(),
  /** When it is tried again, wall clock. */
  retryAtMs: z.number().nullable(),
});
export type OutputState = z.infer<typeof outputStateSchema>;

/** What the probe, a listener of our own, has heard of one mount last. */
export const probeStateSchema = z.object({
  /** The mount's path. */
  path: z.string(),
  /** What a listener would complain of, as a sentence; null: nothing. */
  problem: z.string().nullable(),
  /** Of the loudest second, in dBFS; null: digital silence, or nothing was heard. */
  levelDb: z.number().nullable(),
  /** For how long it has heard the same title, in ms; null on a mount without titles. */
  titleAgeMs: z.number().nullable(),
});
export type ProbeState = z.infer<typeof probeStateSchema>;

/** The present, sent whenever it changes and at most some times a second; never journalled. */
export const onAirStatusSchema = z.object({
  /** What on-air plays now; null while the emergency loop or nothing plays. */
  now: airedPlaySchema.nullable(),
  /** What is cued after it. */
  next: z
    .object({ trackId: z.uuid(), entryId: z.uuid().nullable(), requestedBy: z.string().nullable() })
    .nullable(),
  source: z.enum(["programme", "paused", "faded-out", "emergency", "bridge"]),
  engine: z.enum(["running", "starting", "down"]),
  /**
   * How many times faster than real time the engine made and encoded the programme over the last seconds; null while
   * there is nothing to measure.
   */
  encoderSpeed: z.number().nullable(),
  /** Programme position of the live edge at `atMs` (wall clock). */
  positionMs: z.number(),
  atMs: z.number(),
  listeners: z.int(),
  /** All DJs that are connected, in the order they came. */
  live: z.array(liveSessionSchema),
  /** What `captureDeviceId` may be. */
  captureDevices: z.array(captureDeviceSchema),
  /** Of every Icecast output that is to be on air; none while the stream is stopped. */
  outputs: z.array(outputStateSchema),
  /** Of every mount that has been listened to; none while the stream is stopped. */
  probes: z.array(probeStateSchema),
  settings: onAirSettingsSchema,
});
export type OnAirStatus = z.infer<typeof onAirStatusSchema>;

const levelsSchema = z.object({ posMs: z.number(), ...levelsShape });
export type Levels = z.infer<typeof levelsSchema>;

/** What the server may ask. Every command may be repeated without harm. */
export const commands = {
  /** The head of the queue, soonest first. Entries that have started already are ignored. */
  setQueue: {
    input: z.object({ entries: z.array(queueEntrySchema).max(MAX_QUEUE_ENTRIES) }),
    output: z.null(),
  },
  setRotation: {
    input: z.object({ tracks: z.array(playableTrackSchema).max(MAX_ROTATION_TRACKS) }),
    output: z.null(),
  },
  setSettings: { input: onAirSettingsSchema, output: z.null() },
  /** Of the settings only what people drive, for when it can't wait for the others to be read. */
  drive: { input: onAirSettingsSchema.pick({ isPlaying: true, volume: true }), output: z.null() },
  skip: {
    input: z.object({
      fadeMs: z.int().min(0).max(10_000),
      /** What is to be skipped, so that a repeat skips nothing else; without it, whatever is on air. */
      playId: z.uuid().optional(),
    }),
    output: z.object({ skipped: z.boolean() }),
  },
  /**
   * Fades the programme to silence, where it stays until it is faded in, told to play, or another track begins.
   * `faded` is false while no engine runs.
   */
  fade: {
    input: z.object({
      direction: z.enum(["in", "out"]),
      fadeMs: z.int().min(0).max(10_000),
    }),
    output: z.object({ faded: z.boolean() }),
  },
  restart: { input: z.object({}), output: z.object({ restarted: z.boolean() }) },
  /** Another engine takes over; the track goes on and listeners stay. `restarted` is false while none runs. */
  restartEngine: { input: z.object({}), output: z.object({ restarted: z.boolean() }) },
  /** All Icecast outputs there are to be; kept by on-air for when no server runs. */
  setOutputs: {
    input: z.object({ outputs: z.array(icecastOutputSchema).max(MAX_ICECAST_OUTPUTS) }),
    output: z.null(),
  },
  /** A real handshake, within ten seconds; `problem` says what is wrong, null: nothing. */
  testOutput: {
    input: icecastOutputSchema.omit({ outputId: true }),
    output: z.object({ problem: z.string().nullable() }),
  },
  /** Whether `levels` are to be told. Nobody is told any more once the last server has hung up. */
  setLevels: { input: z.object({ isOn: z.boolean() }), output: z.null() },
  /** All who may broadcast; whoever is not among them any more is cut off. */
  setDjKeys: {
    input: z.object({ keys: z.array(djKeySchema).max(MAX_DJ_KEYS) }),
    output: z.null(),
  },
  /** Cuts a DJ off; their account and address are refused for five minutes. */
  kickLive: {
    input: z.object({ sessionId: z.uuid() }),
    output: z.object({ kicked: z.boolean() }),
  },
  /** Programme position that listener connection began with; null when on-air does not know it. */
  session: {
    input: z.object({ cid: z.uuid() }),
    output: z.object({ startMs: z.number() }).nullable(),
  },
  /** The server has stored everything up to and with this event. */
  acknowledge: { input: z.object({ number: z.int() }), output: z.null() },
} as const;
export type Commands = typeof commands;
export type CommandName = keyof Commands;
export const commandNames = [
  "setQueue",
  "setRotation",
  "setSettings",
  "drive",
  "skip",
  "fade",
  "restart",
  "restartEngine",
  "setOutputs",
  "testOutput",
  "setLevels",
  "setDjKeys",
  "kickLive",
  "session",
  "acknowledge",
] as const satisfies readonly CommandName[];

export const toOnAirSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("hello"),
    protocolVersion: z.int(),
    /** Last event stored; null when this server has none of any journal. */
    stored: z.object({ journalId: z.uuid(), number: z.int() }).nullable(),
  }),
  z.object({
    kind: z.literal("command"),
    id: z.int(),
    name: z.enum(commandNames),
    input: z.unknown(),
  }),
]);
export type ToOnAir = z.infer<typeof toOnAirSchema>;

export const fromOnAirSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("hello"),
    protocolVersion: z.int(),
    journalId: z.uuid(),
    newestNumber: z.int(),
  }),
  z.object({ kind: z.literal("event"), number: z.int(), event: onAirEventSchema }),
  z.object({ kind: z.literal("replayed") }),
  z.object({ kind: z.literal("status"), status: onAirStatusSchema }),
  /** A listener connection with this cid began at that programme position. */
  z.object({ kind: z.literal("attached"), cid: z.uuid(), startMs: z.number() }),
  /**
   * 25 in a second of programme while they are asked for; while there is silence only the first. A server that reads
   * too slowly misses some.
   */
  z.object({ kind: z.literal("levels"), levels: levelsSchema }),
  /**
   * A warning or error of on-air or its engine, as a line of its log; never journalled. The newest are kept while no
   * server listens.
   */
  z.object({ kind: z.literal("log"), line: z.string() }),
  z.object({ kind: z.literal("reply"), id: z.int(), output: z.unknown() }),
  z.object({ kind: z.literal("refusal"), id: z.int(), reason: z.string() }),
]);
export type FromOnAir = z.infer<typeof fromOnAirSchema>;
