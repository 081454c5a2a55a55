import * as z from "zod";
import { playableTrackSchema } from "../protocol/index.ts";
import { troubleKinds } from "./trouble-rules.ts";

/** Unix niceness of the child: 19 uses only CPU time that nothing else wants. */
export const niceness = { scan: 19, awaited: 10 } as const;
const nicenessSchema = z.int().check(z.gte(0), z.lte(19));

/** Separates several names in one field for display. */
export const BETWEEN_NAMES = "; ";
/** Names beyond this are dropped. */
export const MAX_NAMES = 50;

/** Tags to write into a file; omitted fields stay as they are, and null removes one. */
const writtenTagsSchema = z.object({
  title: z.string().optional(),
  artists: z.array(z.string()).optional(),
  album: z.string().nullable().optional(),
  albumArtists: z.array(z.string()).optional(),
  genre: z.string().nullable().optional(),
  /** Several are joined for display. */
  isrc: z.string().nullable().optional(),
  label: z.string().nullable().optional(),
  language: z.string().nullable().optional(),
  year: z.int().nullable().optional(),
  trackNumber: z.int().nullable().optional(),
  discNumber: z.int().nullable().optional(),
  isExplicit: z.boolean().nullable().optional(),
  kindTag: z.string().nullable().optional(),
  /** Name of the cover in the artwork folder. */
  artworkName: z.string().nullable().optional(),
});
export type WrittenTags = z.infer<typeof writtenTagsSchema>;

/** Where the data to restore an original is kept. */
const originalPlaceSchema = z.object({ recordPath: z.string(), picturesFolder: z.string() });
export type OriginalPlace = z.infer<typeof originalPlaceSchema>;

/** What is kept of an original: the size of its record, and the names of its pictures. */
const keptOriginalSchema = z.object({ bytes: z.int(), pictures: z.array(z.string()).readonly() });
export type KeptOriginal = z.infer<typeof keptOriginalSchema>;

/** Limit for a rendered piece; as MP3 it fits into a result. */
const MAX_RENDERED_MS = 40_000;

/**
 * Work on untrusted or heavy media, done by a disposable child (`media-child.ts`): it reads one job as a JSON line on
 * stdin, writes results as JSON lines on stdout, and exits 0. A crash or hang costs only that child.
 */
export const mediaJobSchema = z.discriminatedUnion("kind", [
  /** Reads each file: tags, cover, duration by decoding, loudness. One `analysed` or `refused` per path, in order. */
  z.object({
    kind: z.literal("analyse"),
    paths: z.array(z.string()).min(1).max(100),
    artworkFolder: z.string(),
    niceness: nicenessSchema,
  }),
  /**
   * Fingerprints the beginning of each file, for tracks analysed before sound prints existed. One `sound-print` per
   * path, in order.
   */
  z.object({
    kind: z.literal("sound-prints"),
    paths: z.array(z.string()).min(1).max(100).readonly(),
    niceness: nicenessSchema,
  }),
  /**
   * Writes the demo's songs and jingles missing from `folder`; one `demo-track` per file, as soon as it is complete.
   */
  z.object({
    kind: z.literal("synthesise-demo"),
    folder: z.string(),
    niceness: nicenessSchema,
  }),
  /** Makes a square WebP picture of an uploaded file. One `picture`, or `refused`. */
  z.object({
    kind: z.literal("picture"),
    base64: z.base64(),
    niceness: nicenessSchema,
  }),
  /** Stores a picture as a cover. One `cover`, or `refused`. */
  z.object({
    kind: z.literal("store-cover"),
    picturePath: z.string(),
    artworkFolder: z.string(),
    niceness: nicenessSchema,
  }),
  /** Stores the picture beside each file, e.g. `cover.jpg`, as a cover. One `cover` or `refused` per path, in order. */
  z.object({
    kind: z.literal("folder-covers"),
    paths: z.array(z.string()).min(1).max(1000).readonly(),
    artworkFolder: z.string(),
    niceness: nicenessSchema,
  }),
  /**
   * Copies each file to `copyPath` with other tags and bit-identical sound, replacing what is there. One `tagged` or
   * `refused` per file, in order; a refused one leaves no copy. If `original` names a place, what is needed to restore
   * the original is safely on disk there first.
   */
  z.object({
    kind: z.literal("tag-copies"),
    files: z
      .array(
        z.object({
          path: z.string(),
          copyPath: z.string(),
          tags: writtenTagsSchema,
          original: originalPlaceSchema.nullable(),
        }),
      )
      .min(1)
      .max(100),
    artworkFolder: z.string(),
    niceness: nicenessSchema,
  }),
  /** Copies each file as it was before its tags were written. One `restored` or `refused` per file, in order. */
  z.object({
    kind: z.literal("original-copies"),
    files: z
      .array(z.object({ path: z.string(), copyPath: z.string(), original: originalPlaceSchema }))
      .min(1)
      .max(100),
    niceness: nicenessSchema,
  }),
  /** The most that keeping each file's original could need. One `original-size` per path, in order. */
  z.object({
    kind: z.literal("original-sizes"),
    paths: z.array(z.string()).min(1).max(1000).readonly(),
    niceness: nicenessSchema,
  }),
  /**
   * The waveform of each file, for tracks analysed before there were any. One `peaks` or `refused` per path, in order.
   */
  z.object({
    kind: z.literal("peaks"),
    paths: z.array(z.string()).min(1).max(100).readonly(),
    niceness: nicenessSchema,
  }),
  /**
   * Renders a piece of a track as the engine would play it, from `fromMs` in its file, and into the next track if there
   * is one. One `sound`, or `refused`.
   */
  z.object({
    kind: z.literal("render"),
    track: playableTrackSchema,
    fromMs: z.number().min(0),
    next: playableTrackSchema.nullable(),
    longestMs: z.number().min(0).max(MAX_RENDERED_MS),
    afterJoinMs: z.number().min(0),
    niceness: nicenessSchema,
  }),
  /** Encodes and decodes a short tone with each codec. One `codec` per codec. */
  z.object({ kind: z.literal("check-codecs"), niceness: nicenessSchema }),
]);
export type MediaJob = z.infer<typeof mediaJobSchema>;

/**
 * Increment whenever the analysis finds more, or different results: tracks with an older version are analysed again.
 */
export const ANALYSIS_VERSION = 3;

/** See SoundPrinter; null when there is too little sound, or FFmpeg was built without Chromaprint. */
const soundPrintSchema = z.base64().nullable();

const analysisSchema = z.object({
  title: z.string(),
  /** false: the title comes from the file's name. */
  hasTitle: z.boolean(),
  /** false: the artist comes from the file's name, or there is none. */
  hasArtist: z.boolean(),
  artists: z.array(z.string()),
  album: z.string().nullable(),
  genre: z.string().nullable(),
  year: z.int().nullable(),
  trackNumber: z.int().nullable(),
  discNumber: z.int().nullable(),
  albumArtists: z.array(z.string()),
  /** Several are joined for display. */
  isrc: z.string().nullable(),
  label: z.string().nullable(),
  language: z.string().nullable(),
  /** By its advisory tag; null without one. */
  isExplicit: z.boolean().nullable(),
  /** Loudness by its ReplayGain or R128 tags, in LUFS; null without such tags. */
  tagLufs: z.number().nullable(),
  /** Text of its tag NEONRELAY_KIND. */
  kindTag: z.string().nullable(),
  codec: z.string(),
  bitrateKbps: z.int().nullable(),
  sampleRateHz: z.int(),
  channels: z.int(),
  /** Measured by decoding the whole file. */
  durationMs: z.int(),
  /** EBU R128; null for digital silence. */
  integratedLufs: z.number().nullable(),
  truePeakDbtp: z.number().nullable(),
  loudnessRangeLu: z.number().nullable(),
  limiterRoomDb: z.number().nullable(),
  /** Mean level of the quietest 10 s between cue-in and cue-out, in dBFS; null when nothing is audible. */
  quietestDb: z.number().nullable(),
  /** Mean of its samples, of the channel where that is further from 0; 1 is full scale. */
  dcOffset: z.number(),
  /** See cue-rules.ts; null when nothing is audible. */
  cues: z
    .object({
      cueInMs: z.int(),
      cueOutMs: z.int().nullable(),
      startNextMs: z.int(),
    })
    .nullable(),
  soundPrint: soundPrintSchema,
  /** Defects of its sound; see trouble-rules.ts. */
  troubles: z.array(
    z.object({
      kind: z.enum(troubleKinds),
      amount: z.number(),
      atMs: z.int().nullable(),
    }),
  ),
  /** Name of the cover in the artwork folder: files `<name>-<96|256|512>.webp`; null without a cover. */
  artworkName: z.string().nullable(),
  sizeBytes: z.int(),
  modifiedAtMs: z.number(),
  /** Its waveform; see peaks.ts. */
  peaks: z.base64(),
});
export type Analysis = z.infer<typeof analysisSchema>;

export const mediaResultSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("analysed"), path: z.string(), analysis: analysisSchema }),
  /** `reason`: one sentence a person can act on. */
  z.object({ kind: z.literal("refused"), path: z.string(), reason: z.string() }),
  z.object({ kind: z.literal("sound-print"), path: z.string(), soundPrint: soundPrintSchema }),
  z.object({ kind: z.literal("demo-track"), path: z.string() }),
  z.object({ kind: z.literal("picture"), base64: z.base64() }),
  z.object({ kind: z.literal("cover"), path: z.string(), artworkName: z.string() }),
  /**
   * `unread`: fields of its tags that this kind of file can't hold. `isInPlace`: an earlier run had already replaced
   * the file with the copy, so there is none.
   */
  z.object({
    kind: z.literal("tagged"),
    path: z.string(),
    unread: z.array(z.string()).readonly(),
    original: keptOriginalSchema.nullable(),
    isInPlace: z.boolean(),
  }),
  /** `isInPlace`: the file already is the original, so there is no copy. */
  z.object({ kind: z.literal("restored"), path: z.string(), isInPlace: z.boolean() }),
  /** `bytes`: without its pictures. */
  z.object({
    kind: z.literal("original-size"),
    path: z.string(),
    bytes: z.int(),
    pictures: z.array(z.object({ name: z.string(), bytes: z.int() })).readonly(),
  }),
  z.object({ kind: z.literal("peaks"), path: z.string(), peaks: z.base64() }),
  /** `joinAtMs`: where in the sound the next track starts; null: it does not. */
  z.object({ kind: z.literal("sound"), base64: z.base64(), joinAtMs: z.number().nullable() }),
  z.object({ kind: z.literal("codec"), name: z.string(), problem: z.string().nullable() }),
  /**
   * Sent for each decoded minute of a file, to show that the child is alive however long the file is. Also sent before
   * the tags of a file are written.
   */
  z.object({ kind: z.literal("progress"), path: z.string(), decodedMs: z.number() }),
]);
export type MediaResult = z.infer<typeof mediaResultSchema>;

/** Number of songs in the demo, jingles excluded. */
export const DEMO_TRACKS = 6;
/** Folder of its jingles, within its own folder. */
export const DEMO_JINGLES_FOLDER = "jingles";

/** Script of the child; run it with the same Node. */
export const mediaChildUrl = new URL("./media-child.ts", import.meta.url);
export const MAX_RESULT_BYTES = 1024 * 1024;
