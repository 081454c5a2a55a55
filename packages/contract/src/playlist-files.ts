import * as z from "zod/mini";
import { defineCalls } from "./call.ts";
import { playlistSchema } from "./playlists.ts";

/** Files that a playlist is written to. M3U without the 8 is read, too. */
export const playlistFileFormats = ["m3u8", "pls", "xspf", "jspf"] as const;
export type PlaylistFileFormat = (typeof playlistFileFormats)[number];

/** Largest playlist file that is read, in bytes. */
export const MAX_PLAYLIST_FILE_BYTES = 2 * 1024 * 1024;

/**
 * Why an entry of a file is not in the playlist. `unknown`: nothing in the library fits; `ambiguous`: several tracks fit
 * equally well; `address`: it names a stream or a page; `repeated`: its track is in the playlist already.
 */
export const leftOutReasons = ["unknown", "ambiguous", "address", "repeated"] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];

export const importedPlaylistSchema = z.object({
  /** null: no entry was found in the library, so none was made. */
  playlist: z.nullable(playlistSchema),
  /** Entries of the file. */
  entryCount: z.int(),
  /** What their tracks were found by. */
  foundBy: z.object({ path: z.int(), name: z.int(), tags: z.int() }),
  /** Found tracks whose files are away now; they play once they are back. */
  awayCount: z.int(),
  /** Entries that are not in the playlist, in the order of the file. */
  leftOut: z.array(
    z.object({
      /** Counts from 1. */
      position: z.int(),
      /** The entry as the file has it: artist and title, else the place. */
      text: z.string(),
      reason: z.enum(leftOutReasons),
    }),
  ),
});
export type ImportedPlaylist = z.infer<typeof importedPlaylistSchema>;

/** Playlists from and to files of other programs. */
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
