import * as z from "zod/mini";
import { defineCalls } from "./call.ts";

/** Facets for browsing tracks. `added`: the month a track was added to the library. */
export const facets = ["artist", "album", "genre", "year", "kind", "tag", "added"] as const;
export type Facet = (typeof facets)[number];

/** Tracks with the same artist, album, genre, year, kind, tag or month added. */
const libraryGroupSchema = z.object({
  /** Unique within its facet; also the cursor. */
  key: z.string(),
  /** Value for the facet's filter. */
  name: z.string(),
  /** For an album, the value for the filter `albumArtist`; null otherwise. */
  artist: z.nullable(z.string()),
  /** Index letter: A to Z; # for everything else. */
  letter: z.string(),
  tracks: z.int(),
  /** Tracks of unknown length count as 0. */
  durationMs: z.number(),
  /** For an album, if known. */
  year: z.nullable(z.int()),
  /** Path of the cover of one of its tracks; null without one. */
  albumArt: z.nullable(z.string()),
});
export type LibraryGroup = z.infer<typeof libraryGroupSchema>;

/** Sort orders: by name, most tracks first, or most recently added track first. */
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
        /** Number of groups sorted before the first of this letter, by name. */
        before: z.int(),
      }),
    ),
  },
});
