import * as z from "zod";
import { logLevels } from "@neonrelay/process/log";
import { SAMPLE_RATE_HZ } from "../audio/pcm-format.ts";
import { levelsShape } from "../protocol/levels-shape.ts";
import { cuePointsSchema } from "../protocol/index.ts";
import { codecs } from "../formats/stream-formats.ts";

/**
 * What on-air and its child engine say to each other.
 *
 * To the engine: JSON lines on its stdin; the first is `start`, the end of stdin means stop.
 * From the engine: frames on file descriptor 3, each `u32le length | u8 kind | payload` where length counts kind
 * and payload. Kind 1: payload is JSON, an `engineEvent`. Kind 2: a block, `u32le header length | JSON header | bytes`,
 * its bytes being encoded frames as `packFrames` puts them together.
 * One ordered channel, so an event comes before the first block it is about.
 *
 * Positions are samples of the programme at 44.1 kHz (`PROGRAMME_RATE_HZ`), whatever rate the stream is encoded at,
 * counted in the encoded stream, so the codec's own delay is included: what `positionSamples` says is what a decoder
 * of the stream yields there.
 */
export const PROGRAMME_RATE_HZ = SAMPLE_RATE_HZ;
/** [P20] How long two tracks overlap where nothing else says so. */
export const CROSSFADE_MS = 4000;
export const frameKinds = { event: 1, block: 2 } as const;
export const MAX_FRAME_BYTES = 4 * 1024 * 1024;

/** How the engine encodes a mount; there is at most one of each codec. */
const streamFormatShape = {
  codec: z.enum(codecs),
  bitrateKbps: z.int(),
  sampleRateHz: z.int(),
  channels: z.int(),
};
const mountsSchema = z.array(z.object(streamFormatShape));

/** The place of a track on its album: the next number of the same disc may follow without a seam. */
const albumPlaceSchema = z.object({ disc: z.string(), number: z.int() });
export type AlbumPlace = z.infer<typeof albumPlaceSchema>;

/** Where a play's sound comes from: a file on this machine, or bytes that on-air sends as they come. */
const playSourceSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("file"),
    path: z.string(),
    /** null: unknown; it is played from its beginning to its end. */
    cues: cuePointsSchema.nullable(),
    /** null: of no album, or where is unknown. */
    albumPlace: albumPlaceSchema.nullable(),
    /** Level of its quietest 10 s before its gain, in dBFS; absent: not measured. */
    quietestDb: z.number().optional(),
    /** It, or its album, has a constant offset, which is taken away. */
    hasDcOffset: z.boolean().optional(),
  }),
  z.object({
    kind: z.literal("feed"),
    feedId: z.uuid(),
    /** A DJ's; false: another station's stream, which is a track like others. */
    isLive: z.boolean(),
    /** FFmpeg's name of the format when it is known; null: detected from the bytes. */
    format: z.string().nullable(),
  }),
]);

/** What a deck plays. */
const playSchema = z.object({
  playId: z.uuid(),
  source: playSourceSchema,
  gainDb: z.number(),
  /** Gain of its album, which tracks have that join without a seam; absent: of no album, or not measured. */
  albumGainDb: z.number().optional(),
  /**
   * Where in a file to begin, in ms: at its cue-in, or further on after a restart of the engine. A feed has no places:
   * there it is what the former engine had played of it.
   */
  offsetMs: z.number().min(0),
});
export type EnginePlay = z.infer<typeof playSchema>;

/** How many bytes of a feed may be on their way: sent by on-air, and not yet confirmed by `feed.taken`. */
export const FEED_WINDOW_BYTES = 128 * 1024;

export const toEngineSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("start"),
    /** MP3 is always among them. `startSamples`: programme position of the mount's first sample. */
    mounts: z.array(z.object({ ...streamFormatShape, startSamples: z.int() })),
    isPlaying: z.boolean(),
    /** Whether the programme has been faded out, and stays silent: see `fade`. */
    isFadedOut: z.boolean(),
    volume: z.number(),
    crossfadeMs: z.number(),
    /** Programme position where the play goes on, near each mount's first sample, and the CLOCK_MONOTONIC nanoseconds it is due. */
    positionSamples: z.int(),
    dueNs: z.string(),
    clockSpeed: z.number(),
    /** How far ahead of its due time audio is produced, in ms of programme. */
    leadMs: z.number(),
    current: playSchema.nullable(),
    /** Level of the engine's own log. */
    logLevel: z.enum(logLevels).optional(),
  }),
  /** Prepare this to come next; replaces what was cued and has not started. null: nothing is cued. */
  z.object({ kind: z.literal("cue"), play: playSchema.nullable() }),
  /**
   * Put this on air as soon as it has sound, over what is there; the cued play waits. Replaces another play to take
   * that is not on air yet; null cancels it.
   * `atSamples`: the programme position at which its first sample is heard; without it, as soon as can be.
   */
  z.object({
    kind: z.literal("take"),
    play: playSchema.nullable(),
    fadeMs: z.number(),
    atSamples: z.int().optional(),
  }),
  /**
   * Let this be heard over the DJ on air, whose level falls by `duckDb` for its length; when there is none at that
   * moment, it goes on air as by `take`. Replaces another one that has not begun; null cancels it. `fadeMs`: how long
   * what it replaces fades out. `atSamples`: as with `take`.
   */
  z.object({
    kind: z.literal("over"),
    play: playSchema.nullable(),
    duckDb: z.number(),
    fadeMs: z.number(),
    atSamples: z.int().optional(),
  }),
  /**
   * The next bytes of a feed, base64. A feed begins with the message that brings the play it belongs to, and is over
   * when that play has left its deck; bytes before or after that are dropped.
   */
  z.object({ kind: z.literal("feed"), feedId: z.uuid(), base64: z.string() }),
  /**
   * From that byte of the feed on, counted as they come, it has this mark; sent before that byte. What on-air means
   * by the number is its own affair, such as a title.
   */
  z.object({
    kind: z.literal("feed.mark"),
    feedId: z.uuid(),
    atBytes: z.int().min(0),
    mark: z.int(),
  }),
  /** Nothing comes any more; what came is played to its end. */
  z.object({ kind: z.literal("feed.end"), feedId: z.uuid() }),
  /** Ends that play; when it has ended already, nothing: a double press means one skip. */
  z.object({ kind: z.literal("skip"), playId: z.uuid(), fadeMs: z.number() }),
  /** Begin the current play again at its beginning, as `playId`. */
  z.object({ kind: z.literal("restart"), playId: z.uuid() }),
  /**
   * Fades the programme to silence, or back. It goes on unheard; the next track or `set-playing` makes it heard again.
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
  /** An encoded loop for on-air to send while no engine runs: whole frames, gapless enough to repeat. */
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
    /** The mark its feed begins with; null: none. */
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
  /** From that position on its feed has this mark. */
  z.object({
    kind: z.literal("play.marked"),
    playId: z.uuid(),
    mark: z.int(),
    positionSamples: z.int(),
  }),
  /** The play on air has been silent for too long: see silence-rules.ts. */
  z.object({ kind: z.literal("play.silent"), playId: z.uuid() }),
  /** After a pause: the same play goes on, its `audioStartSamples` moved by the length of the pause. */
  z.object({ kind: z.literal("play.moved"), playId: z.uuid(), audioStartSamples: z.int() }),
  z.object({
    kind: z.literal("play.ended"),
    playId: z.uuid(),
    playedSamples: z.int(),
    reason: z.enum(["finished", "skipped", "restarted", "failed"]),
    detail: z.string().nullable(),
  }),
  /** The programme begins to fade out, or is heard again. */
  z.object({ kind: z.literal("faded"), direction: z.enum(["in", "out"]) }),
  /** Of the programme as it is encoded; `positionSamples` is the middle of what was measured. */
  z.object({ kind: z.literal("levels"), positionSamples: z.int(), ...levelsShape }),
  /** A warning or error, as a line of the engine's log. */
  z.object({ kind: z.literal("log"), line: z.string() }),
  /** The thread that reads this play hangs in native code; the engine is about to end. */
  z.object({ kind: z.literal("play.hung"), playId: z.uuid() }),
  /** How many bytes of that feed have been taken since it began. */
  z.object({ kind: z.literal("feed.taken"), feedId: z.uuid(), bytes: z.int() }),
  z.object({ kind: z.literal("cue.ready"), playId: z.uuid(), bufferedMs: z.number() }),
  /** The cued play can't be read and will not start; nothing is cued now. */
  z.object({ kind: z.literal("cue.failed"), playId: z.uuid(), detail: z.string() }),
  /**
   * Once a second. `isEmergency`: neither deck had anything, the emergency loop plays. `encoderSpeed`: seconds of
   * programme made in a second of work, over the last seconds; null when there was no work, as when on-air does not
   * read.
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
  /** Of the mount it belongs to, and how that is encoded here. */
  ...streamFormatShape,
  positionSamples: z.int(),
  /** How long its whole encoded frames last; a mount's blocks follow each other without a gap or an overlap. */
  samples: z.int(),
  /** The play whose title holds in this block; a block is cut where it changes. null: emergency. */
  playId: z.uuid().nullable(),
  /** How far into that play's file its first sample is, in samples; lets a new engine go on from here. */
  playOffsetSamples: z.int(),
  isSilentOnPurpose: z.boolean(),
  /** The play's feed: the byte that the block's sound begins with, and its mark. null: it has none. */
  feed: z.object({ feedId: z.uuid(), bytes: z.int(), mark: z.int().nullable() }).nullable(),
});
export type BlockHeader = z.infer<typeof blockHeaderSchema>;
