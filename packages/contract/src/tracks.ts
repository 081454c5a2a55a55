import * as z from "zod/mini";
import { defineApi } from "./endpoint.ts";

export const trackIdSchema = z.uuid();

/** A file of the library. */
export const trackSchema = z.object({
  id: trackIdSchema,
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
});
export type Track = z.infer<typeof trackSchema>;

/** Cover sizes in pixels; each is square. */
export const artSizes = [96, 256, 512] as const;

/** Orders of the library: by artist and title, by title, or the newest first. */
export const trackSorts = ["artist", "title", "added"] as const;
export type TrackSort = (typeof trackSorts)[number];

export const tracksApi = defineApi({
  listTracks: {
    method: "GET",
    path: "/api/tracks",
    access: "public",
    summary: "The library, by artist and title unless `sort` says otherwise",
    query: z.object({
      limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(500))),
      /** Id of the last track of the page before. */
      after: z.optional(trackIdSchema),
      q: z.optional(z.string().check(z.maxLength(200))),
      sort: z._default(z.enum(trackSorts), "artist"),
    }),
    response: z.array(trackSchema),
  },
  searchTracks: {
    method: "GET",
    path: "/api/tracks/search",
    access: "public",
    summary: "Tracks whose title, artist or album matches, best first; at most 100",
    query: z.object({ q: z.string().check(z.maxLength(200)) }),
    response: z.array(trackSchema),
  },
});
