import * as z from "zod/mini";
import { defineCalls } from "./call.ts";
import { lineSchema } from "./texts.ts";
import { contentKinds, trackIdSchema, trackSchema } from "./tracks.ts";

/** How many playlists a station can have, and how many tracks a hand-picked one. */
export const MAX_PLAYLISTS = 200;
export const MAX_PLAYLIST_TRACKS = 10_000;

/**
 * `shuffled`: all equally often, in random order, a track with two entries twice as often; `least-recent`: the track
 * played longest ago first; `ordered`: entry by entry.
 */
export const playlistOrders = ["shuffled", "ordered", "least-recent"] as const;

/** When it is a playlist's turn. */
export const playlistTurnSchema = z.discriminatedUnion("kind", [
  /** Whenever no other turn is due, in proportion to the other weights. */
  z.object({
    kind: z.literal("weight"),
    weight: z.int().check(z.minimum(1), z.maximum(100)),
  }),
  /** After this many tracks of other playlists. */
  z.object({
    kind: z.literal("every-tracks"),
    tracks: z.int().check(z.minimum(1), z.maximum(100)),
  }),
  /** At the first join this many minutes after its last track. */
  z.object({
    kind: z.literal("every-minutes"),
    minutes: z.int().check(z.minimum(1), z.maximum(10_080)),
  }),
  /** Once an hour, at the first join from that minute. */
  z.object({
    kind: z.literal("minute-of-hour"),
    minute: z.int().check(z.minimum(0), z.maximum(59)),
  }),
  /** Never automatically. */
  z.object({ kind: z.literal("off") }),
]);
export type PlaylistTurn = z.infer<typeof playlistTurnSchema>;

const wordsSchema = z.array(lineSchema({ shortest: 1, longest: 100 })).check(z.maxLength(50));
const daysSchema = z.int().check(z.minimum(1), z.maximum(3650));

/** Which tracks a smart playlist has: those that meet every condition. Text is compared without case and accents. */
export const smartRuleSchema = z.object({
  kinds: z.array(z.enum(contentKinds)).check(z.minLength(1, "choose at least one kind")),
  /** The genre contains one of these. */
  genres: z.optional(wordsSchema),
  /** One of its artists is one of these. */
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
  /** At least this many accounts have it as a favourite. */
  favouritesAtLeast: z.optional(z.int().check(z.minimum(1), z.maximum(1_000_000))),
});
export type SmartRule = z.infer<typeof smartRuleSchema>;

export const playlistShape = {
  name: lineSchema({ shortest: 1, longest: 80 }),
  description: lineSchema({ shortest: 0, longest: 300 }),
  order: z.enum(playlistOrders),
  turn: playlistTurnSchema,
  /** Whether the station's separation rules apply to its tracks. */
  isSeparated: z.boolean(),
  /** null: hand-picked tracks. */
  rule: z.nullable(smartRuleSchema),
};

export const playlistSchema = z.object({
  id: z.uuid(),
  ...playlistShape,
  /** Tracks that can be played now, each as often as the playlist has it. */
  trackCount: z.int(),
  durationMs: z.int(),
  /** Goes up with each change; a change to an older version is refused. */
  version: z.int(),
});
export type Playlist = z.infer<typeof playlistSchema>;

/** A track at its place in a playlist, which can have the same track at several places. */
export const playlistTrackSchema = z.extend(trackSchema, {
  /** The place itself, which keeps this id when it moves; null: a rule finds the tracks. */
  entryId: z.nullable(z.uuid()),
});
export type PlaylistTrack = z.infer<typeof playlistTrackSchema>;

export const addedTracksSchema = z.object({
  playlist: playlistSchema,
  /** New entries. */
  added: z.int(),
  /** Tracks that the playlist has already, left out unless they were to be added again. */
  presentIds: z.array(trackIdSchema),
});

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
    response: z.array(playlistTrackSchema),
  },
  setPlaylistTracks: {
    method: "PUT",
    path: "/api/playlists/:id/tracks",
    response: playlistSchema,
  },
  addPlaylistTracks: {
    method: "POST",
    path: "/api/playlists/:id/tracks",
    response: addedTracksSchema,
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
