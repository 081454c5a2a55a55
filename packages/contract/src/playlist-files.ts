import * as z from "zod/mini";
import { defineCalls } from "./call.ts";
import { playlistSchema } from "./playlists.ts";

/** Export formats for playlists. */
export const playlistFileFormats = ["m3u8", "pls", "xspf", "jspf"] as const;
export type PlaylistFileFormat = (typeof playlistFileFormats)[number];

/**
 * Why an entry was not imported. `unknown`: no track matches; `ambiguous`: several tracks match equally well;
 * `address`: a stream or web page.
 */
export const leftOutReasons = ["unknown", "ambiguous", "address"] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];

export const importedPlaylistSchema = z.object({
  /** null: no entry matched a track, so no playlist was created. */
  playlist: z.nullable(playlistSchema),
  /** Entries in the file. */
  entryCount: z.int(),
  /** How tracks were matched. */
  foundBy: z.object({ path: z.int(), name: z.int(), tags: z.int() }),
  /** Matched tracks whose files are currently missing; they play once the files are back. */
  awayCount: z.int(),
  /** Skipped entries, in file order. */
  leftOut: z.array(
    z.object({
      /** From 1. */
      position: z.int(),
      /** The entry in the file: artist and title, or else the path. */
      text: z.string(),
      reason: z.enum(leftOutReasons),
    }),
  ),
});
export type ImportedPlaylist = z.infer<typeof importedPlaylistSchema>;

/** Import and export of playlists in other programs' file formats. */
export const playlistFilesCalls = defineCalls({
  importPlaylist: {
    method: "POST",
    path: "/api/playlists/import",
    fileField: "playlist",
    response: importedPlaylistSchema,
  },
  exportPlaylist: {
    method: "GET",
    path: "/api/playlists/:id/export",
    response: z.file(),
  },
});
