import * as z from "zod/mini";
import { defineApi } from "./endpoint.ts";
import { MAX_PLAYLIST_FILE_BYTES } from "./music-formats.ts";
import { playlistFileFormats, playlistFilesCalls } from "./playlist-files.ts";
import { MAX_PLAYLIST_TRACKS } from "./playlists.ts";
import { playlistsApi } from "./playlists-api.ts";

const mebibytes = MAX_PLAYLIST_FILE_BYTES / 1024 ** 2;

const [playlistExample] = playlistsApi.listPlaylists.example.response;

export const playlistFilesApi = defineApi(playlistFilesCalls, {
  importPlaylist: {
    access: "programme",
    errors: ["too_large", "refused_file", "conflict"],
    summary: `Create a playlist from an M3U, M3U8, PLS, XSPF or JSPF file of at most ${mebibytes} MiB and ${MAX_PLAYLIST_TRACKS} entries; its turn is off at first`,
    example: {
      response: {
        playlist: { ...playlistExample, order: "ordered", turn: { kind: "off" }, rule: null },
        entryCount: 215,
        foundBy: { path: 190, name: 20, tags: 4 },
        awayCount: 0,
        leftOut: [{ position: 17, text: "Neon Coast - Lost Tape", reason: "unknown" }],
      },
    },
  },
  exportPlaylist: {
    access: "programme",
    errors: ["not_found"],
    mediaType: "application/octet-stream",
    summary: "Download a playlist as a file for other programs",
    params: z.object({ id: z.uuid().check(z.describe("Id of the playlist")) }),
    query: z.object({
      format: z
        ._default(z.enum(playlistFileFormats), "m3u8")
        .check(z.describe("M3U8, PLS, XSPF or JSPF")),
      paths: z
        ._default(z.enum(["relative", "absolute"]), "relative")
        .check(z.describe("Paths relative to the music folder, or absolute paths")),
    }),
  },
});
