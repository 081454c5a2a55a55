import * as z from "zod/mini";
import { defineApi } from "./endpoint.ts";
import {
  MAX_PLAYLISTS,
  MAX_PLAYLIST_TRACKS,
  playlistsCalls,
  playlistShape,
  playlistTurnSchema,
  smartRuleSchema,
  type Playlist,
} from "./playlists.ts";
import { tracksApi } from "./tracks-api.ts";
import { MAX_VISITOR_FOUND, trackIdSchema } from "./tracks.ts";

export const newPlaylistSchema = z.object({
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

const trackIdsSchema = z.array(trackIdSchema).check(z.maxLength(MAX_PLAYLIST_TRACKS));

const playlistTracksSchema = z
  .object({
    /** In order; omitted entries are removed. */
    entries: z.optional(
      z
        .array(
          z.union([
            /** Keeps an entry with its track. */
            z.strictObject({ entryId: z.uuid() }),
            /** A new entry. */
            z.strictObject({ trackId: trackIdSchema }),
          ]),
        )
        .check(z.maxLength(MAX_PLAYLIST_TRACKS)),
    ),
    /** Replaces entries: all tracks in order, including those with missing files. */
    trackIds: z.optional(trackIdsSchema),
    version: z.int(),
  })
  .check(
    z.refine(({ entries, trackIds }) => (entries === undefined) !== (trackIds === undefined), {
      error: "send either entries or trackIds",
      path: ["entries"],
    }),
  )
  .check(
    z.refine(({ entries = [] }) => !hasRepeatedId(entries), {
      error: "an entry can be in the list once",
      path: ["entries"],
    }),
  );
export type PlaylistTracks = z.infer<typeof playlistTracksSchema>;

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
const entryId = "2f1c8a34-61f2-4d0b-8d37-5f0c2b9e7a16";
const pickedExample = { ...playlistExample, rule: null };
const newExample = {
  name: "Station IDs",
  turn: { kind: "every-tracks", tracks: 4 },
  isSeparated: false,
  rule: { kinds: ["jingle"] },
} as const;

export const playlistsApi = defineApi(playlistsCalls, {
  listPlaylists: {
    access: "signed-in",
    isCostly: true,
    summary: "The playlists of the programme, by name",
    example: { response: [playlistExample] },
  },
  createPlaylist: {
    access: "programme",
    errors: ["name_taken", "conflict"],
    summary: `Create a playlist; at most ${MAX_PLAYLISTS} exist`,
    body: newPlaylistSchema,
    example: { body: newExample, response: { ...playlistExample, ...newExample } },
  },
  changePlaylist: {
    access: "programme",
    errors: ["not_found", "name_taken", "conflict"],
    summary: "Change a playlist; omitted fields stay, and an older `version` is refused",
    params,
    body: playlistChangeSchema,
    example: { body: { version: 4, turn: { kind: "off" } }, response: playlistExample },
  },
  removePlaylist: {
    access: "programme",
    errors: ["not_found", "conflict"],
    summary: "Remove a playlist that no clock and no show uses; its tracks stay in the library",
    params,
    example: { response: { isRemoved: true } },
  },
  listPlaylistTracks: {
    access: "signed-in",
    isCostly: true,
    errors: ["not_found"],
    summary: `The tracks of a playlist that can be played, in its order; of a smart playlist by artist and title. Listeners get the first ${MAX_VISITOR_FOUND}`,
    params,
    example: { response: tracksExample.map((track) => ({ ...track, entryId })) },
  },
  setPlaylistTracks: {
    access: "programme",
    errors: ["not_found", "conflict"],
    summary:
      "Set the tracks of a hand-picked playlist, in order, by `entries` (what is not listed because its file is missing stays) or by `trackIds`; a track can come several times",
    params,
    body: playlistTracksSchema,
    example: {
      body: {
        entries: [{ entryId }, ...tracksExample.map(({ id }) => ({ trackId: id }))],
        version: 4,
      },
      response: pickedExample,
    },
  },
  addPlaylistTracks: {
    access: "programme",
    errors: ["not_found", "conflict"],
    summary: `Add tracks to the end of a hand-picked playlist, which has ${MAX_PLAYLIST_TRACKS} at most; those that it has already only with \`addsRepeats\``,
    params,
    body: z.object({
      trackIds: trackIdsSchema,
      addsRepeats: z._default(z.boolean(), false),
    }),
    example: {
      body: { trackIds: tracksExample.map(({ id }) => id), addsRepeats: false },
      response: { playlist: pickedExample, added: 1, presentIds: [] },
    },
  },
  tryPlaylistRule: {
    access: "programme",
    summary: "Try a rule: how many tracks match now, and the first fifty by artist and title",
    body: smartRuleSchema,
    example: {
      body: { kinds: ["music"], genres: ["synthwave"] },
      response: { trackCount: 1, durationMs: 245_013, tracks: tracksExample },
    },
  },
});

function hasRepeatedId(entries: NonNullable<PlaylistTracks["entries"]>): boolean {
  const ids = entries.flatMap((entry) => ("entryId" in entry ? entry.entryId : []));
  return new Set(ids).size < ids.length;
}
