import * as z from "zod/mini";
import { defineApi } from "./endpoint.ts";
import { MAX_VISITOR_FOUND, MAX_VISITOR_OFFSET } from "./tracks.ts";
import { groupSorts, libraryGroupsCalls, type LibraryGroup } from "./library-groups.ts";

/** Maximum groups per answer. */
const MAX_GROUPS = 200;

const page = {
  limit: z.optional(
    z.coerce
      .number()
      .check(
        z.int(),
        z.minimum(1),
        z.maximum(MAX_GROUPS),
        z.describe("How many to return at most; 100 unless given"),
      ),
  ),
  after: z.optional(
    z.string().check(z.maxLength(1300), z.describe("Key of the last one on the previous page")),
  ),
  offset: z.optional(
    z.coerce
      .number()
      .check(
        z.int(),
        z.minimum(0),
        z.maximum(1_000_000),
        z.describe(
          `How many to skip from the start of the list; visitors at most ${MAX_VISITOR_OFFSET}, and from there on with \`after\``,
        ),
      ),
  ),
  q: z.optional(
    z
      .string()
      .check(
        z.maxLength(200),
        z.describe(`Part of the name; visitors get ${MAX_VISITOR_FOUND} matches at most`),
      ),
  ),
  sort: z
    ._default(z.enum(groupSorts), "name")
    .check(z.describe("By name, most tracks first, or the one with the newest track first")),
};
const query = z.object(page);

const artist: LibraryGroup = {
  key: "neon coast",
  name: "Neon Coast",
  artist: null,
  letter: "N",
  tracks: 12,
  durationMs: 2_880_000,
  year: null,
  albumArt: null,
};
const album = {
  ...artist,
  key: "sunset lines\tneon coast",
  name: "Sunset Lines",
  artist: "Neon Coast",
  letter: "S",
  year: 1987,
};
const named = (name: string): LibraryGroup => ({ ...artist, key: name.toLowerCase(), name });

export const libraryGroupsApi = defineApi(libraryGroupsCalls, {
  listArtists: {
    access: "public",
    isCostly: true,
    summary:
      "The artists of the library and how many tracks each has; X-Total-Count has their number",
    query,
    example: { response: [artist] },
  },
  listAlbums: {
    access: "public",
    isCostly: true,
    summary: "The albums of the library, or of one artist",
    query: z.object({
      ...page,
      artist: z.optional(
        z.string().check(z.maxLength(500), z.describe("Only albums of this artist")),
      ),
    }),
    example: { response: [album] },
  },
  listGenres: {
    access: "public",
    isCostly: true,
    summary: "The genres of the library",
    query,
    example: { response: [{ ...named("Synthwave"), letter: "S" }] },
  },
  listYears: {
    access: "public",
    isCostly: true,
    summary: "The years in which tracks came out",
    query,
    example: { response: [{ ...named("1987"), letter: "#" }] },
  },
  listKinds: {
    access: "public",
    isCostly: true,
    summary: "The kinds of tracks: music, jingles, spots and speech",
    query,
    example: { response: [{ ...named("music"), letter: "M" }] },
  },
  listMonthsAdded: {
    access: "public",
    isCostly: true,
    summary: "The months in which tracks came into the library, in UTC",
    query,
    example: { response: [{ ...named("2026-11"), letter: "#" }] },
  },
  listTags: {
    access: "programme",
    summary: "The station's own tags",
    query,
    example: { response: [{ ...named("late night"), letter: "L" }] },
  },
  listLetters: {
    access: "public",
    summary: "The letters that artists, albums or genres begin with, in the order of their names",
    query: z.object({
      of: z.enum(["artist", "album", "genre"]).check(z.describe("Of what")),
    }),
    example: { response: [{ letter: "N", groups: 3, before: 0 }] },
  },
});
