import * as z from "zod/mini";
import { defineApi } from "./endpoint.ts";

export const trackIdSchema = z.uuid();

/** What a track is to the programme; jingles, spots and speech come only by a playlist of their own. */
export const contentKinds = ["music", "jingle", "spot", "speech"] as const;
export type ContentKind = (typeof contentKinds)[number];

/** A file of the library. */
export const trackSchema = z.object({
  id: trackIdSchema,
  /** `stream`: somebody else's stream, which has no file. */
  kind: z.enum(["file", "stream"]),
  title: z.string(),
  artist: z.string(),
  album: z.nullable(z.string()),
  genre: z.nullable(z.string()),
  /** 'm:ss', rounded to the second; null when unknown. */
  duration: z.nullable(z.string()),
  durationMs: z.nullable(z.int()),
  /** Of the file, in kbit/s. */
  bitrate: z.nullable(z.int()),
  /** Path of the cover on the web server, or null when the file has none. */
  albumArt: z.nullable(z.string()),
  /** Measured over the whole track, in LUFS; null when it is not known. */
  loudnessLufs: z.nullable(z.number()),
  /** What it is played with, in dB. */
  gainDb: z.number(),
  /** How much quieter than the station's loudness it stays, in dB; null when it reaches it. */
  shortOfTargetDb: z.nullable(z.number()),
  contentKind: z.enum(contentKinds),
  /** How often it comes compared with others of its playlist. */
  weightPercent: z.int(),
  /** Whether the station may play it by itself; a request for it is taken all the same. */
  isInRotation: z.boolean(),
});
export type Track = z.infer<typeof trackSchema>;

/** Cover sizes in pixels; each is square. */
export const artSizes = [96, 256, 512] as const;

/** Orders of the library: by artist and title, by title, or the newest first. */
export const trackSorts = ["artist", "title", "added"] as const;
export type TrackSort = (typeof trackSorts)[number];

const exampleTrack = {
  id: "0190d7a2-6f4e-4a53-9a7e-1c2b3d4e5f60",
  kind: "file",
  title: "Night Drive",
  artist: "Neon Coast",
  album: "Sunset Lines",
  genre: "Synthwave",
  duration: "4:05",
  durationMs: 245_013,
  bitrate: 192,
  albumArt: null,
  loudnessLufs: -11.2,
  gainDb: -4.8,
  shortOfTargetDb: null,
  contentKind: "music",
  weightPercent: 100,
  isInRotation: true,
} as const;

export const tracksApi = defineApi({
  listTracks: {
    method: "GET",
    path: "/api/tracks",
    access: "public",
    summary: "The library, by artist and title unless `sort` says otherwise",
    query: z.object({
      limit: z.optional(
        z.coerce
          .number()
          .check(z.int(), z.minimum(1), z.maximum(500), z.describe("Most tracks in one answer")),
      ),
      after: z.optional(trackIdSchema.check(z.describe("Id of the last track of the page before"))),
      offset: z.optional(
        z.coerce
          .number()
          .check(
            z.int(),
            z.minimum(0),
            z.maximum(10_000_000),
            z.describe("How many tracks to leave out first, to begin in the middle of the list"),
          ),
      ),
      q: z.optional(z.string().check(z.maxLength(200), z.describe("Words to look for"))),
      sort: z
        ._default(z.enum(trackSorts), "artist")
        .check(z.describe("By artist and title, by title, or the newest first")),
    }),
    response: z.array(trackSchema),
    example: { response: [exampleTrack] },
  },
  searchTracks: {
    method: "GET",
    path: "/api/tracks/search",
    access: "public",
    summary: "Tracks whose title, artist or album matches, best first; at most 50",
    query: z.object({ q: z.string().check(z.maxLength(200), z.describe("Words to look for")) }),
    response: z.array(trackSchema),
    example: { response: [exampleTrack] },
  },
});

/** How often a track comes compared with others of its playlist, in percent. */
export const trackWeightSchema = z.int().check(z.minimum(25), z.maximum(400));

/** What tracks are to the programme. */
export const trackProgrammeApi = defineApi({
  changeTracksProgramme: {
    method: "PATCH",
    path: "/api/tracks/programme",
    access: "programme",
    summary:
      "Set kind, weight and whether they ever come by rotation, for up to 500 tracks at once; what is left out stays",
    body: z.object({
      trackIds: z.array(trackIdSchema).check(z.minLength(1), z.maxLength(500)),
      contentKind: z.optional(z.enum(contentKinds)),
      weightPercent: z.optional(trackWeightSchema),
      /** false: it plays only when somebody asks for it. */
      isInRotation: z.optional(z.boolean()),
    }),
    /** Tracks that are there; others are left out. */
    response: z.object({ changed: z.int() }),
    example: {
      body: { trackIds: [exampleTrack.id], contentKind: "jingle", weightPercent: 150 },
      response: { changed: 1 },
    },
  },
});

/** Covers, which are not JSON. */
export const artApi = defineApi({
  getTrackArt: {
    method: "GET",
    path: "/api/tracks/:id/art",
    access: "public",
    isForAnyone: true,
    mediaType: "image/webp",
    summary: "The cover of a track",
    params: z.object({ id: trackIdSchema.check(z.describe("Id of the track")) }),
    query: z.object({
      size: z
        ._default(z.enum(artSizes.map(String)), "256")
        .check(z.describe("Width and height in pixels")),
      v: z.optional(
        z.string().check(z.describe("Names this very cover: the answer may be kept for good")),
      ),
    }),
    response: z.file(),
  },
});

export const libraryApi = defineApi({
  getLibraryStats: {
    method: "GET",
    path: "/api/library/stats",
    access: "public",
    isForAnyone: true,
    summary: "How much music there is",
    response: z.object({
      tracks: z.int(),
      artists: z.int(),
      albums: z.int(),
      /** A track of unknown length counts as 4 minutes. */
      durationMs: z.number(),
    }),
    example: { response: { tracks: 6, artists: 2, albums: 1, durationMs: 1_470_078 } },
  },
});

/** Largest file taken, in bytes. */
export const MAX_UPLOAD_BYTES = 50 * 1024 * 1024;

export const uploadApi = defineApi({
  upload: {
    method: "POST",
    path: "/api/upload",
    access: "upload",
    refusal: "Admin access required for uploads",
    errors: ["too_large", "refused_file", "conflict", "too_many_requests", "unavailable"],
    fileField: "music",
    summary:
      "Add a music file: multipart/form-data with the file in the field `music`, at most 50 MB",
    response: z.object({ track: trackSchema }),
    example: { response: { track: exampleTrack } },
  },
});

/** How far the demo tracks are. */
const demoMusicSchema = z.object({
  /** null while none are being made. */
  making: z.nullable(z.object({ made: z.int(), of: z.int() })),
  /** The last attempt to make them. */
  hasFailed: z.boolean(),
});
export type DemoMusicState = z.infer<typeof demoMusicSchema>;
const exampleDemoMusic = { making: { made: 2, of: 6 }, hasFailed: false };

export const demoMusicApi = defineApi({
  getDemoMusic: {
    method: "GET",
    path: "/api/library/demo",
    access: "upload",
    summary: "Whether the station makes its demo tracks right now, and how far it is",
    response: demoMusicSchema,
    example: { response: exampleDemoMusic },
  },
  makeDemoMusic: {
    method: "POST",
    path: "/api/library/demo",
    access: "upload",
    errors: ["conflict"],
    summary:
      "Fill an empty library with the demo tracks the station makes itself; answers as soon as that has begun",
    response: demoMusicSchema,
    example: { response: exampleDemoMusic },
  },
});

export const externalStreamsApi = defineApi({
  addExternalStream: {
    method: "POST",
    path: "/api/stream-external",
    access: "upload",
    refusal: "Admin access required for adding external streams",
    errors: ["conflict", "unavailable"],
    summary:
      "Add somebody else's http or https stream to the library and, unless it is full, the queue",
    sentHeaders: { "X-Admin-Auth": "true" },
    body: z.object({
      url: z.string().check(z.trim(), z.minLength(1), z.maxLength(2000)),
      title: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
      artist: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
      /** Sent by the web app and ignored: rights come from the session. */
      adminAuth: z.optional(z.unknown()),
    }),
    response: z.object({ track: trackSchema, title: z.string() }),
    example: {
      body: { url: "https://radio.example/live.mp3", title: "Live Set", artist: "Neon Coast" },
      response: {
        track: {
          ...exampleTrack,
          kind: "stream",
          title: "Live Set",
          album: null,
          genre: null,
          duration: null,
          durationMs: null,
          bitrate: null,
          loudnessLufs: null,
          gainDb: 0,
        },
        title: "Live Set",
      },
    },
  },
});
