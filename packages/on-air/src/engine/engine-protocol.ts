import * as z from "zod";
import { logLevels } from "@neonrelay/process/log";
import { SAMPLE_RATE_HZ } from "../audio/pcm-format.ts";
import { levelsShape } from "../protocol/levels-shape.ts";
import { cuePointsSchema } from "../protocol/index.ts";
import { codecs } from "../formats/stream-formats.ts";

/**
 * The protocol between on-air and its child engine.
 *
 * To the engine: JSON lines on its stdin; the first is `start`, and the end of stdin means stop.
 * From the engine: frames on file descriptor 3, each `u32le length | u8 kind | payload`, where length counts kind and
 * payload. Kind 1: payload is JSON, an `engineEvent`. Kind 2: a block, `u32le header length | JSON header | bytes`, its
 * bytes being encoded frames as put together by `packFrames`.
 * One ordered channel, so an event precedes the first block it is about.
 *
 * Positions are samples of the programme at 44.1 kHz (`PROGRAMME_RATE_HZ`), whatever rate the stream is encoded at.
 * They count in the encoded stream, codec delay included: `positionSamples` is where a decoder of the stream yields
 * that sound.
 */
export const PROGRAMME_RATE_HZ = SAMPLE_RATE_HZ;
/** [P20] Default overlap of two tracks. */
export const CROSSFADE_MS = 4000;
export const frameKinds = { event: 1, block: 2 } as const;
export const MAX_FRAME_BYTES = 4 * 1024 * 1024;

/** How the engine encodes a mount; at most one per codec. */
const streamFormatShape = {
  codec: z.enum(codecs),
  bitrateKbps: z.int(),
  sampleRateHz: z.int(),
  channels: z.int(),
};
const mountsSchema = z.array(z.object(streamFormatShape));

/** Position of a track on its album: the next number of the same disc may follow without a seam. */
const albumPlaceSchema = z.object({ disc: z.string(), number: z.int() });
export type AlbumPlace = z.infer<typeof albumPlaceSchema>;

/** Source of a play's sound: a file on this machine, or bytes that on-air forwards as they arrive. */
const playSourceSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("file"),
    path: z.string(),
    /** null: unknown; it is played from start to end. */
    cues: cuePointsSchema.nullable(),
    /** null: not on an album, or position unknown. */
    albumPlace: albumPlaceSchema.nullable(),
    /** Level of its quietest 10 s before its gain, in dBFS; absent: not measured. */
    quietestDb: z.number().optional(),
    /** It, or its album, has a DC offset to be removed. */
    hasDcOffset: z.boolean().optional(),
  }),
  z.object({
    kind: z.literal("feed"),
    feedId: z.uuid(),
    /** A DJ's feed; false: another station's stream, treated as a track. */
    isLive: z.boolean(),
    /** FFmpeg's name of the format if known; null: detected from the bytes. */
    format: z.string().nullable(),
  }),
]);

/** What a deck plays. */
const playSchema = z.object({
  playId: z.uuid(),
  source: playSourceSchema,
  gainDb: z.number(),
  /** Gain of its album, used for tracks that join without a seam; absent: no album, or not measured. */
  albumGainDb: z.number().optional(),
  /**
   * Where in a file to start, in ms: its cue-in, or later after a restart of the engine. A feed has no offsets: there
   * it is how much of it the previous engine had played.
   */
  offsetMs: z.number().min(0),
});
export type EnginePlay = z.infer<typeof playSchema>;

/** Maximum unacknowledged bytes of a feed: sent by on-air and not yet confirmed by `feed.taken`. */
export const FEED_WINDOW_BYTES = 128 * 1024;

export const toEngineSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("start"),
    /** MP3 is always included. `startSamples`: programme position of the mount's first sample. */
    mounts: z.array(z.object({ ...streamFormatShape, startSamples: z.int() })),
    isPlaying: z.boolean(),
    /** Whether the programme has been faded out and stays silent; see `fade`. */
    isFadedOut: z.boolean(),
    volume: z.number(),
    crossfadeMs: z.number(),
    /**
     * Programme position where the play continues, near each mount's first sample, and the CLOCK_MONOTONIC nanoseconds
     * at which it is due.
     */
    positionSamples: z.int(),
    dueNs: z.string(),
    clockSpeed: z.number(),
    /** How far ahead of its due time audio is produced, in ms of programme. */
    leadMs: z.number(),
    current: playSchema.nullable(),
    /** Level of the engine's own log. */
    logLevel: z.enum(logLevels).optional(),
  }),
  /** Prepare this to come next; replaces a cue that has not started. null: nothing is cued. */
  z.object({ kind: z.literal("cue"), play: playSchema.nullable() }),
  /**
   * Put this on air as soon as it has sound, over what is there; the cued play waits. Replaces an earlier play to take
   * that is not on air yet; null cancels it. `atSamples`: the programme position at which its first sample is heard;
   * without it, as soon as possible.
   */
  z.object({
    kind: z.literal("take"),
    play: playSchema.nullable(),
    fadeMs: z.number(),
    atSamples: z.int().optional(),
  }),
  /**
   * Play this over the DJ on air, whose level drops by `duckDb` for its length; without a DJ at that moment it goes on
   * air as by `take`. Replaces an earlier one that has not started; null cancels it. `fadeMs`: how long what it
   * replaces fades out. `atSamples`: as with `take`.
   */
  z.object({
    kind: z.literal("over"),
    play: playSchema.nullable(),
    duckDb: z.number(),
    fadeMs: z.number(),
    atSamples: z.int().optional(),
  }),
  /**
   * The next bytes of a feed, base64. A feed starts with the message that brings its play, and is over when that play
   * has left its deck; bytes before or after that are dropped.
   */
  z.object({ kind: z.literal("feed"), feedId: z.uuid(), base64: z.string() }),
  /**
   * Sets the feed's mark from that byte on, counted from the feed's start; sent before that byte. The number means
   * something to on-air only, e.g. a title.
   */
  z.object({
    kind: z.literal("feed.mark"),
    feedId: z.uuid(),
    atBytes: z.int().min(0),
    mark: z.int(),
  }),
  /** No more bytes: play what came to its end. */
  z.object({ kind: z.literal("feed.end"), feedId: z.uuid() }),
  /** End that play; no effect if it has already ended, so a double press means one skip. */
  z.object({ kind: z.literal("skip"), playId: z.uuid(), fadeMs: z.number() }),
  /** Start the current play over, as `playId`. */
  z.object({ kind: z.literal("restart"), playId: z.uuid() }),
  /**
   * Fade the programme to silence, or back. It goes on unheard; the next track or `set-playing` makes it audible again.
   */
  z.object({ kind: z.literal("fade"), direction: z.enum(["in", "out"]), fadeMs: z.number() }),
  z.object({ kind: z.literal("set-playing"), isPlaying: z.boolean() }),
  z.object({ kind: z.literal("set-volume"), volume: z.number() }),
  /** The full list of mounts: others are closed, unchanged ones go on untouched. */
  z.object({ kind: z.literal("set-mounts"), mounts: mountsSchema }),
  /** Whether `levels` are measured and sent; off in a new engine. */
  z.object({ kind: z.literal("set-levels"), isOn: z.boolean() }),
]);
export type ToEngine = z.infer<typeof toEngineSchema>;

export const engineEventSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("ready") }),
  /** An encoded loop that on-air sends while no engine runs: whole frames, seamless when repeated. */
  z.object({
    kind: z.literal("bridge-loop"),
    ...streamFormatShape,
    blocks: z.array(z.object({ samples: z.int(), base64: z.string() })),
  }),
  /** `audioStartSamples`: first sample of the track; `titleSamples`: where it becomes the louder one. */
  z.object({
    kind: z.literal("play.started"),
    playId: z.uuid(),
    audioStartSamples: z.int(),
    titleSamples: z.int(),
    /** The mark its feed starts with; null: none. */
    mark: z.int().nullable(),
  }),
  /** It is heard over the DJ on air, who keeps the title. */
  z.object({
    kind: z.literal("over.started"),
    playId: z.uuid(),
    audioStartSamples: z.int(),
  }),
  /** The DJ below it has left: from `titleSamples` on it has the air to itself. */
  z.object({ kind: z.literal("over.alone"), playId: z.uuid(), titleSamples: z.int() }),
  /** The change to it was cut short: its title starts here, earlier than announced. */
  z.object({ kind: z.literal("play.hurried"), playId: z.uuid(), titleSamples: z.int() }),
  /** Its feed has this mark from that position on. */
  z.object({
    kind: z.literal("play.marked"),
    playId: z.uuid(),
    mark: z.int(),
    positionSamples: z.int(),
  }),
  /** The play on air has been silent for too long; see silence-rules.ts. */
  z.object({ kind: z.literal("play.silent"), playId: z.uuid() }),
  /** After a pause: the same play goes on, `audioStartSamples` shifted by the pause. */
  z.object({ kind: z.literal("play.moved"), playId: z.uuid(), audioStartSamples: z.int() }),
  z.object({
    kind: z.literal("play.ended"),
    playId: z.uuid(),
    playedSamples: z.int(),
    reason: z.enum(["finished", "skipped", "restarted", "failed"]),
    detail: z.string().nullable(),
  }),
  /** The programme starts to fade out, or becomes audible again. */
  z.object({ kind: z.literal("faded"), direction: z.enum(["in", "out"]) }),
  /** Levels of the programme as encoded; `positionSamples` is the middle of the measured window. */
  z.object({ kind: z.literal("levels"), positionSamples: z.int(), ...levelsShape }),
  /** A warning or error, as a line of the engine's log. */
  z.object({ kind: z.literal("log"), line: z.string() }),
  /** The thread reading this play hangs in native code; the engine is about to exit. */
  z.object({ kind: z.literal("play.hung"), playId: z.uuid() }),
  /** Total bytes of that feed taken so far. */
  z.object({ kind: z.literal("feed.taken"), feedId: z.uuid(), bytes: z.int() }),
  z.object({ kind: z.literal("cue.ready"), playId: z.uuid(), bufferedMs: z.number() }),
  /** The cued play can't be read and will not start; nothing is cued now. */
  z.object({ kind: z.literal("cue.failed"), playId: z.uuid(), detail: z.string() }),
  /**
   * Once a second. `isEmergency`: neither deck has anything, and the emergency loop plays. `encoderSpeed`: seconds of
   * programme made per second of work, over the last seconds; null without any work, e.g. while on-air does not read.
   */
  z.object({
    kind: z.literal("heartbeat"),
    aheadMs: z.number(),
    isEmergency: z.boolean(),
    encoderSpeed: z.number().nullable(),
    rssBytes: z.int(),
  }),
]);
export type EngineEvent = z.infer<typeof engineEventSchema>;

export const blockHeaderSchema = z.object({
  /** Its mount, and how that is encoded. */
  ...streamFormatShape,
  positionSamples: z.int(),
  /** Length of its whole encoded frames; a mount's blocks follow each other without gap or overlap. */
  samples: z.int(),
  /** The play whose title applies to this block; blocks are cut where it changes. null: emergency. */
  playId: z.uuid().nullable(),
  /** Offset of its first sample in that play's file, in samples; lets a new engine continue from here. */
  playOffsetSamples: z.int(),
  isSilentOnPurpose: z.boolean(),
  /** The play's feed: the byte position at which the block's sound starts, and its mark. null: no feed. */
  feed: z.object({ feedId: z.uuid(), bytes: z.int(), mark: z.int().nullable() }).nullable(),
});
export type BlockHeader = z.infer<typeof blockHeaderSchema>;
