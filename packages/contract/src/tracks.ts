import * as z from "zod/mini";
import { defineCalls } from "./call.ts";

/** Maximum tracks per edit. Declared here for the library, which loads the edit calls only when needed. */
export const MAX_EDITED_TRACKS = 1000;

/** Maximum artists of a track, and of its album; further ones in a file are dropped. */
export const MAX_ARTISTS = 50;

export const trackIdSchema = z.uuid();

/** A track's role in the programme. Jingles, spots and speech play only from playlists that include them. */
export const contentKinds = ["music", "jingle", "spot", "speech"] as const;
export type ContentKind = (typeof contentKinds)[number];

/** The kinds that listeners know by name and ask for. */
export const songKinds = ["music", "speech"] as const satisfies readonly ContentKind[];

/** A track of the library. */
export const trackSchema = z.object({
  id: trackIdSchema,
  /** `stream`: an external stream, which has no file; `source`: its file is on a music server. */
  kind: z.enum(["file", "stream", "source"]),
  title: z.string(),
  /** All artists joined by `; `; "" without one. */
  artist: z.string(),
  /** The individual artists. A name may contain `; `. */
  artists: z.array(z.string()).check(z.maxLength(MAX_ARTISTS)),
  albumArtists: z.array(z.string()).check(z.maxLength(MAX_ARTISTS)),
  album: z.nullable(z.string()),
  genre: z.nullable(z.string()),
  /** 'm:ss', rounded to the second; null when unknown. */
  duration: z.nullable(z.string()),
  durationMs: z.nullable(z.int()),
  /** Of the file, in kbit/s. */
  bitrate: z.nullable(z.int()),
  /** Path of the cover on the web server, or null when the file has none. */
  albumArt: z.nullable(z.string()),
  /** Measured over the whole track, in LUFS; null when unknown. */
  loudnessLufs: z.nullable(z.number()),
  /** Playback gain, in dB. */
  gainDb: z.number(),
  /** Shortfall from the target loudness, in dB; null when it reaches it. */
  shortOfTargetDb: z.nullable(z.number()),
  contentKind: z.enum(contentKinds),
  /** How often it plays relative to the other tracks of its playlist. */
  weightPercent: z.int(),
  /** Whether the station may play it automatically. It can always be requested. */
  isInRotation: z.boolean(),
});

export type Track = z.infer<typeof trackSchema>;

/** Cover sizes in pixels; each is square. */
export const artSizes = [96, 256, 512] as const;

/** Library sort orders; album also sorts by disc and track number. */
export const trackSorts = [
  "artist",
  "title",
  "added",
  "album",
  "genre",
  "year",
  "duration",
  "bitrate",
] as const;

export type TrackSort = (typeof trackSorts)[number];

export const tracksCalls = defineCalls({
  listTracks: {
    method: "GET",
    path: "/api/tracks",
    response: z.array(trackSchema),
  },
  searchTracks: {
    method: "GET",
    path: "/api/tracks/search",
    response: z.array(trackSchema),
  },
});

/** How often a track plays relative to the other tracks of its playlist, in percent. */
export const trackWeightSchema = z.int().check(z.minimum(25), z.maximum(400));

export const trackProgrammeCalls = defineCalls({
  changeTracksProgramme: {
    method: "PATCH",
    path: "/api/tracks/programme",
    /** How many of the tracks exist. */
    response: z.object({ changed: z.int() }),
  },
});

/** Covers are not JSON. */
export const artCalls = defineCalls({
  getTrackArt: {
    method: "GET",
    path: "/api/tracks/:id/art",
    response: z.file(),
  },
});

export const libraryCalls = defineCalls({
  getLibraryStats: {
    method: "GET",
    path: "/api/library/stats",
    response: z.object({
      tracks: z.int(),
      artists: z.int(),
      albums: z.int(),
      /** Tracks of unknown length count as 4 minutes. */
      durationMs: z.number(),
    }),
  },
});

export const uploadCalls = defineCalls({
  upload: {
    method: "POST",
    path: "/api/upload",
    fileField: "music",
    response: z.object({ track: trackSchema }),
  },
});

/** Progress of the demo tracks. */
const demoMusicSchema = z.object({
  /** null while none are being made. */
  making: z.nullable(z.object({ made: z.int(), of: z.int() })),
  /** The last attempt to make them. */
  hasFailed: z.boolean(),
});

export type DemoMusicState = z.infer<typeof demoMusicSchema>;

export const demoMusicCalls = defineCalls({
  getDemoMusic: {
    method: "GET",
    path: "/api/library/demo",
    response: demoMusicSchema,
  },
  makeDemoMusic: {
    method: "POST",
    path: "/api/library/demo",
    response: demoMusicSchema,
  },
});

export const externalStreamsCalls = defineCalls({
  addExternalStream: {
    method: "POST",
    path: "/api/stream-external",
    sentHeaders: { "X-Admin-Auth": "true" },
    response: z.object({ track: trackSchema, title: z.string() }),
  },
});

/** Rows that visitors may skip with `offset` in lists of the whole library; beyond that they continue with `after`. */
export const MAX_VISITOR_OFFSET = 10_000;
/** Maximum results of a visitor's filters, or of words with filters. */
export const MAX_VISITOR_FOUND = 500;
/** Maximum results of a visitor's words alone. */
export const MAX_VISITOR_MATCHES = 200;
