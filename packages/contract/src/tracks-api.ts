import * as z from "zod/mini";
import { defineApi } from "./endpoint.ts";
import { blankTrimmed } from "./texts.ts";
import {
  artCalls,
  artSizes,
  demoMusicCalls,
  externalStreamsCalls,
  libraryCalls,
  contentKinds,
  MAX_VISITOR_FOUND,
  MAX_VISITOR_MATCHES,
  MAX_VISITOR_OFFSET,
  trackIdSchema,
  trackProgrammeCalls,
  trackWeightSchema,
  trackSorts,
  tracksCalls,
  uploadCalls,
  type Track,
} from "./tracks.ts";

const exampleTrack: Track = {
  id: "0190d7a2-6f4e-4a53-9a7e-1c2b3d4e5f60",
  kind: "file",
  title: "Night Drive",
  artist: "Neon Coast",
  artists: ["Neon Coast"],
  albumArtists: [],
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
};

const trackKindFilter = z
  .enum([...contentKinds, "song"])
  .check(z.describe("Only tracks of this kind; `song`: music and speech"));

/** Filters of the list; a track must match all that are given. Case is ignored. */
const trackFilters = {
  artist: z.optional(z.string().check(z.maxLength(500), z.describe("Only tracks of this artist"))),
  album: z.optional(z.string().check(z.maxLength(500), z.describe("Only tracks of this album"))),
  albumArtist: z.optional(
    z.string().check(z.maxLength(500), z.describe("With `album`: only the album of this artist")),
  ),
  genre: z.optional(z.string().check(z.maxLength(500), z.describe("Only tracks of this genre"))),
  year: z.optional(
    z.coerce
      .number()
      .check(z.int(), z.minimum(1), z.maximum(9999), z.describe("Only tracks of this year")),
  ),
  kind: z.optional(trackKindFilter),
  tag: z.optional(
    z.string().check(z.maxLength(200), z.describe("Only tracks with this own tag of the station")),
  ),
  added: z.optional(
    z
      .string()
      .check(
        z.regex(/^(19|20)\d\d-(0[1-9]|1[0-2])$/),
        z.describe("Only tracks added in this month, as YYYY-MM in UTC"),
      ),
  ),
};

export const tracksApi = defineApi(tracksCalls, {
  listTracks: {
    access: "public",
    isCostly: true,
    summary: "The library, sorted by artist and title unless `sort` says otherwise",
    query: z.object({
      limit: z.optional(
        z.coerce
          .number()
          .check(
            z.int(),
            z.minimum(1),
            z.maximum(500),
            z.describe("How many tracks to return at most"),
          ),
      ),
      after: z.optional(
        trackIdSchema.check(z.describe("Id of the last track on the previous page")),
      ),
      offset: z.optional(
        z.coerce
          .number()
          .check(
            z.int(),
            z.minimum(0),
            z.maximum(10_000_000),
            z.describe(
              `How many tracks to skip from the start of the list; visitors at most ${MAX_VISITOR_OFFSET}, or ${MAX_VISITOR_FOUND} behind \`after\`, with which they go on`,
            ),
          ),
      ),
      q: z.optional(
        z
          .string()
          .check(
            z.maxLength(200),
            z.describe(
              `Words to search for; visitors get ${MAX_VISITOR_MATCHES} tracks at most, and with filters ${MAX_VISITOR_FOUND}, but all of a genre, a year or a kind by artist`,
            ),
          ),
      ),
      sort: z
        ._default(z.enum(trackSorts), "artist")
        .check(z.describe("What to sort by; by album also by disc and track number")),
      order: z.optional(
        z
          .enum(["ascending", "descending"])
          .check(z.describe("Ascending unless given; by `added` the newest first")),
      ),
      ...trackFilters,
    }),
    example: { response: [exampleTrack] },
  },
  searchTracks: {
    access: "public",
    isCostly: true,
    summary: "Tracks whose title, artist or album matches, best first; at most 50",
    query: z.object({ q: z.string().check(z.maxLength(200), z.describe("Words to search for")) }),
    example: { response: [exampleTrack] },
  },
});

/** Role of tracks in the programme. */
export const trackProgrammeApi = defineApi(trackProgrammeCalls, {
  changeTracksProgramme: {
    access: "programme",
    summary: "Set kind, weight and rotation of up to 500 tracks; omitted fields stay",
    body: z.object({
      trackIds: z.array(trackIdSchema).check(z.minLength(1), z.maxLength(500)),
      /** `by-rules`: follow the station's rules again instead of an operator's choice. */
      contentKind: z.optional(z.enum([...contentKinds, "by-rules"])),
      weightPercent: z.optional(trackWeightSchema),
      /** false: plays only on request. */
      isInRotation: z.optional(z.boolean()),
    }),
    example: {
      body: { trackIds: [exampleTrack.id], contentKind: "jingle", weightPercent: 150 },
      response: { changed: 1 },
    },
  },
});

export const artApi = defineApi(artCalls, {
  getTrackArt: {
    access: "public",
    isForAnyone: true,
    isForOtherSites: true,
    mediaType: "image/webp",
    summary: "The cover of a track",
    params: z.object({ id: trackIdSchema.check(z.describe("Id of the track")) }),
    query: z.object({
      size: z
        ._default(z.enum(artSizes.map(String)), "256")
        .check(z.describe("Width and height in pixels")),
      v: z.optional(
        z.string().check(z.describe("Version of the cover; lets the browser cache it forever")),
      ),
    }),
  },
});

export const libraryApi = defineApi(libraryCalls, {
  getLibraryStats: {
    access: "public",
    isForAnyone: true,
    summary: "The size of the library",
    query: z.object({
      kind: z.optional(z.literal("song").check(z.describe("Only music and speech"))),
    }),
    example: { response: { tracks: 6, artists: 2, albums: 1, durationMs: 1_470_078 } },
  },
});

export const uploadApi = defineApi(uploadCalls, {
  upload: {
    access: "upload",
    refusal: "Admin access required for uploads",
    errors: ["too_large", "refused_file", "conflict", "too_many_requests", "unavailable"],
    summary:
      "Add a music file: multipart/form-data with the file in the field `music`, at most 50 MB unless the settings say otherwise",
    example: { response: { track: exampleTrack } },
  },
});

const exampleDemoMusic = { making: { made: 2, of: 6 }, hasFailed: false };

export const demoMusicApi = defineApi(demoMusicCalls, {
  getDemoMusic: {
    access: "public",
    summary: "Whether the station is making its demo tracks, and its progress",
    example: { response: exampleDemoMusic },
  },
  makeDemoMusic: {
    access: "upload",
    errors: ["conflict"],
    summary:
      "Fill an empty library with demo tracks that the station makes; answers once that has started",
    example: { response: exampleDemoMusic },
  },
});

export const externalStreamsApi = defineApi(externalStreamsCalls, {
  addExternalStream: {
    access: "upload",
    refusal: "Admin access required for adding external streams",
    errors: ["conflict", "unavailable"],
    summary:
      "Add an external http or https stream to the library and, unless it is full, the queue",
    body: z.object({
      url: z.string().check(z.trim(), z.minLength(1), z.maxLength(2000)),
      title: z.string().check(blankTrimmed, z.minLength(1, "must not be empty"), z.maxLength(200)),
      artist: z.string().check(blankTrimmed, z.minLength(1, "must not be empty"), z.maxLength(200)),
      /** Sent by the web app and ignored: rights come from the session. */
      adminAuth: z.optional(z.unknown()),
    }),
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
