import * as z from "zod/mini";
import { defineCalls } from "./call.ts";
import { lineSchema } from "./texts.ts";
import { contentKinds, trackSchema } from "./tracks.ts";

/** Most playlists a station has, and most tracks of a static one. */
export const MAX_PLAYLISTS = 200;
export const MAX_PLAYLIST_TRACKS = 10_000;

/** `shuffled`: each as often as the others, by lot; `least-recent`: what was on air longest ago first. */
export const playlistOrders = ["shuffled", "ordered", "least-recent"] as const;

/** When the turn of a playlist comes. */
export const playlistTurnSchema = z.discriminatedUnion("kind", [
  /** Whenever no other rule holds, so often compared with the others of this kind. */
  z.object({
    kind: z.literal("weight"),
    weight: z.int().check(z.minimum(1), z.maximum(100)),
  }),
  /** After so many tracks of other playlists. */
  z.object({
    kind: z.literal("every-tracks"),
    tracks: z.int().check(z.minimum(1), z.maximum(100)),
  }),
  /** So many minutes after it came last, at the next join. */
  z.object({
    kind: z.literal("every-minutes"),
    minutes: z.int().check(z.minimum(1), z.maximum(10_080)),
  }),
  /** Once an hour, at the first join from that minute on. */
  z.object({
    kind: z.literal("minute-of-hour"),
    minute: z.int().check(z.minimum(0), z.maximum(59)),
  }),
  /** Never by itself. */
  z.object({ kind: z.literal("off") }),
]);
export type PlaylistTurn = z.infer<typeof playlistTurnSchema>;

const wordsSchema = z.array(lineSchema({ shortest: 1, longest: 100 })).check(z.maxLength(50));
const daysSchema = z.int().check(z.minimum(1), z.maximum(3650));

/** Which tracks a smart playlist has: those for which everything given holds. Text is compared without case and accents. */
export const smartRuleSchema = z.object({
  kinds: z.array(z.enum(contentKinds)).check(z.minLength(1, "choose at least one kind")),
  /** The genre contains one of these. */
  genres: z.optional(wordsSchema),
  /** The artist is one of these. */
  artists: z.optional(wordsSchema),
  /** Title, artist, album or genre contains one of these. */
  words: z.optional(wordsSchema),
  yearFrom: z.optional(z.int().check(z.minimum(0), z.maximum(9999))),
  yearTo: z.optional(z.int().check(z.minimum(0), z.maximum(9999))),
  shortestSeconds: z.optional(z.int().check(z.minimum(0), z.maximum(86_400))),
  longestSeconds: z.optional(z.int().check(z.minimum(1), z.maximum(86_400))),
  loudestLufs: z.optional(z.number().check(z.minimum(-70), z.maximum(5))),
  quietestLufs: z.optional(z.number().check(z.minimum(-70), z.maximum(5))),
  addedWithinDays: z.optional(daysSchema),
  notPlayedForDays: z.optional(daysSchema),
  /** So many accounts have it among their favourites. */
  favouritesAtLeast: z.optional(z.int().check(z.minimum(1), z.maximum(1_000_000))),
});
export type SmartRule = z.infer<typeof smartRuleSchema>;

export const playlistShape = {
  name: lineSchema({ shortest: 1, longest: 80 }),
  description: lineSchema({ shortest: 0, longest: 300 }),
  order: z.enum(playlistOrders),
  turn: playlistTurnSchema,
  /** Whether its tracks keep their distance by the station's rules of separation. */
  isSeparated: z.boolean(),
  /** null: its tracks are picked by hand. */
  rule: z.nullable(smartRuleSchema),
};

export const playlistSchema = z.object({
  id: z.uuid(),
  ...playlistShape,
  /** Tracks that can be played now. */
  trackCount: z.int(),
  durationMs: z.int(),
  /** Goes up with each change; a change of an older one is refused. */
  version: z.int(),
});
export type Playlist = z.infer<typeof playlistSchema>;

/** Sets of tracks that the programme is made of. */
export const playlistsCalls = defineCalls({
  listPlaylists: {
    method: "GET",
    path: "/api/playlists",
    response: z.array(playlistSchema),
  },
  createPlaylist: {
    method: "POST",
    path: "/api/playlists",
    response: playlistSchema,
  },
  changePlaylist: {
    method: "PATCH",
    path: "/api/playlists/:id",
    response: playlistSchema,
  },
  removePlaylist: {
    method: "DELETE",
    path: "/api/playlists/:id",
    response: z.object({ isRemoved: z.literal(true) }),
  },
  listPlaylistTracks: {
    method: "GET",
    path: "/api/playlists/:id/tracks",
    response: z.array(trackSchema),
  },
  setPlaylistTracks: {
    method: "PUT",
    path: "/api/playlists/:id/tracks",
    response: playlistSchema,
  },
  tryPlaylistRule: {
    method: "POST",
    path: "/api/playlists/rule",
    response: z.object({
      trackCount: z.int(),
      durationMs: z.int(),
      tracks: z.array(trackSchema),
    }),
  },
});
