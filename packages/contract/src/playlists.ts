import * as z from "zod/mini";
import { defineApi } from "./endpoint.ts";
import { lineSchema } from "./texts.ts";
import { contentKinds, trackIdSchema, trackSchema, tracksApi } from "./tracks.ts";

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

const playlistShape = {
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

const newPlaylistSchema = z.object({
  ...playlistShape,
  description: z._default(playlistShape.description, ""),
  order: z._default(playlistShape.order, "shuffled"),
  turn: z._default(playlistTurnSchema, { kind: "weight", weight: 1 }),
  isSeparated: z._default(z.boolean(), true),
  rule: z._default(playlistShape.rule, null),
});
export type NewPlaylist = z.output<typeof newPlaylistSchema>;

const playlistChangeSchema = z.extend(z.partial(z.object(playlistShape)), { version: z.int() });
export type PlaylistChange = z.infer<typeof playlistChangeSchema>;

const params = z.object({ id: z.uuid().check(z.describe("Id of the playlist")) });

const playlistExample: Playlist = {
  id: "5b0d3c1e-4d0f-4a0e-9c57-0a8f4be7d6a1",
  name: "Evening drive",
  description: "Calm synthwave for the evening",
  order: "shuffled",
  turn: { kind: "weight", weight: 3 },
  isSeparated: true,
  rule: { kinds: ["music"], genres: ["synthwave"], yearFrom: 2010 },
  trackCount: 214,
  durationMs: 51_360_000,
  version: 4,
};
const tracksExample = tracksApi.searchTracks.example.response;
const newExample = {
  name: "Station IDs",
  turn: { kind: "every-tracks", tracks: 4 },
  isSeparated: false,
  rule: { kinds: ["jingle"] },
} as const;

/** Sets of tracks that the programme is made of. */
export const playlistsApi = defineApi({
  listPlaylists: {
    method: "GET",
    path: "/api/playlists",
    access: "signed-in",
    summary: "The playlists of the programme, by name",
    response: z.array(playlistSchema),
    example: { response: [playlistExample] },
  },
  createPlaylist: {
    method: "POST",
    path: "/api/playlists",
    access: "programme",
    errors: ["name_taken", "conflict"],
    summary: `Make a playlist, of which there are ${MAX_PLAYLISTS} at most`,
    body: newPlaylistSchema,
    response: playlistSchema,
    example: { body: newExample, response: { ...playlistExample, ...newExample } },
  },
  changePlaylist: {
    method: "PATCH",
    path: "/api/playlists/:id",
    access: "programme",
    errors: ["not_found", "name_taken", "conflict"],
    summary: "Change a playlist; what is left out stays, and an older `version` is refused",
    params,
    body: playlistChangeSchema,
    response: playlistSchema,
    example: { body: { version: 4, turn: { kind: "off" } }, response: playlistExample },
  },
  removePlaylist: {
    method: "DELETE",
    path: "/api/playlists/:id",
    access: "programme",
    errors: ["not_found"],
    summary: "Remove a playlist; its tracks stay in the library",
    params,
    response: z.object({ isRemoved: z.literal(true) }),
    example: { response: { isRemoved: true } },
  },
  listPlaylistTracks: {
    method: "GET",
    path: "/api/playlists/:id/tracks",
    access: "signed-in",
    errors: ["not_found"],
    summary: "The tracks of a playlist in its order; those of a smart one by artist and title",
    params,
    response: z.array(trackSchema),
    example: { response: tracksExample },
  },
  setPlaylistTracks: {
    method: "PUT",
    path: "/api/playlists/:id/tracks",
    access: "programme",
    errors: ["not_found", "conflict"],
    summary: "Set the tracks of a playlist that is picked by hand, in their order",
    params,
    body: z.object({
      trackIds: z.array(trackIdSchema).check(z.maxLength(MAX_PLAYLIST_TRACKS)),
      version: z.int(),
    }),
    response: playlistSchema,
    example: {
      body: { trackIds: tracksExample.map(({ id }) => id), version: 4 },
      response: { ...playlistExample, rule: null },
    },
  },
  tryPlaylistRule: {
    method: "POST",
    path: "/api/playlists/rule",
    access: "programme",
    summary: "Which tracks a rule finds now: how many, and the first fifty by artist and title",
    body: smartRuleSchema,
    response: z.object({
      trackCount: z.int(),
      durationMs: z.int(),
      tracks: z.array(trackSchema),
    }),
    example: {
      body: { kinds: ["music"], genres: ["synthwave"] },
      response: { trackCount: 1, durationMs: 245_013, tracks: tracksExample },
    },
  },
});
