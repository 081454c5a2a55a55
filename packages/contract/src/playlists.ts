import * as z from "zod/mini";
import { defineCalls } from "./call.ts";
import { lineSchema } from "./texts.ts";
import { contentKinds, trackIdSchema, trackSchema } from "./tracks.ts";

/** Maximum playlists per station, and tracks per hand-picked playlist. */
export const MAX_PLAYLISTS = 200;
export const MAX_PLAYLIST_TRACKS = 10_000;

/**
 * `shuffled`: all equally often, in random order, a track with two entries twice as often; `least-recent`: least
 * recently played first; `ordered`: entry by entry.
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

/** Selects the tracks of a smart playlist: those that meet every condition. Text matching ignores case and accents. */
export const smartRuleSchema = z.object({
  kinds: z.array(z.enum(contentKinds)).check(z.minLength(1, "choose at least one kind")),
  /** The genre contains one of these. */
  genres: z.optional(wordsSchema),
  /** One of the artists equals one of these. */
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
  /** A favourite of at least this many accounts. */
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
  /** Tracks playable now, counting repeated entries. */
  trackCount: z.int(),
  durationMs: z.int(),
  /** Incremented with each change; changes based on an older version are refused. */
  version: z.int(),
});
export type Playlist = z.infer<typeof playlistSchema>;

/** An entry of a playlist, which may contain the same track several times. */
export const playlistTrackSchema = z.extend(trackSchema, {
  /** Id of the entry, kept when it moves; null: a rule selects the tracks. */
  entryId: z.nullable(z.uuid()),
});
export type PlaylistTrack = z.infer<typeof playlistTrackSchema>;

export const addedTracksSchema = z.object({
  playlist: playlistSchema,
  /** New entries. */
  added: z.int(),
  /** Tracks already in the playlist, skipped unless duplicates were allowed. */
  presentIds: z.array(trackIdSchema),
});

/** Sets of tracks that make up the programme. */
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
