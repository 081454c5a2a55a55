import * as z from "zod/mini";
import { defineCalls } from "./call.ts";

/** What tracks are grouped by to be browsed. `added`: the month in which they came into the library. */
export const facets = ["artist", "album", "genre", "year", "kind", "tag", "added"] as const;
export type Facet = (typeof facets)[number];

/** Tracks that have an artist, album, genre, year, kind, tag or month of arrival in common. */
const libraryGroupSchema = z.object({
  /** Tells it from the other groups of its facet; also the cursor. */
  key: z.string(),
  /** What the filter of its facet takes. */
  name: z.string(),
  /** Of an album, what the filter `albumArtist` takes; null for everything else. */
  artist: z.nullable(z.string()),
  /** Where it stands in an alphabet: A to Z; # for everything else. */
  letter: z.string(),
  tracks: z.int(),
  /** Tracks of unknown length count as nothing. */
  durationMs: z.number(),
  /** Of an album, when it is known. */
  year: z.nullable(z.int()),
  /** Path of a cover of one of its tracks; null without one. */
  albumArt: z.nullable(z.string()),
});
export type LibraryGroup = z.infer<typeof libraryGroupSchema>;

/** Orders of groups: by name, most tracks first, or the one with the newest track first. */
export const groupSorts = ["name", "tracks", "added"] as const;
export type GroupSort = (typeof groupSorts)[number];

const groups = z.array(libraryGroupSchema);

export const libraryGroupsCalls = defineCalls({
  listArtists: { method: "GET", path: "/api/library/artists", response: groups },
  listAlbums: { method: "GET", path: "/api/library/albums", response: groups },
  listGenres: { method: "GET", path: "/api/library/genres", response: groups },
  listYears: { method: "GET", path: "/api/library/years", response: groups },
  listKinds: { method: "GET", path: "/api/library/kinds", response: groups },
  listMonthsAdded: { method: "GET", path: "/api/library/added", response: groups },
  listTags: { method: "GET", path: "/api/library/tags", response: groups },
  listLetters: {
    method: "GET",
    path: "/api/library/letters",
    response: z.array(
      z.object({
        letter: z.string(),
        groups: z.int(),
        /** How many groups stand before the first of this letter, by name. */
        before: z.int(),
      }),
    ),
  },
});
