import * as z from "zod/mini";
import { defineCalls } from "./call.ts";
import { lineSchema } from "./texts.ts";

/** Maximum music servers per station. */
export const MAX_MUSIC_SOURCES = 10;

/**
 * How the station signs in. `token`: a salted hash of the password; `api-key`: a key of OpenSubsonic servers;
 * `password`: the password itself, for servers that accept nothing else.
 */
export const musicSourceSignIns = ["token", "api-key", "password"] as const;

export const musicSourceShape = {
  name: lineSchema({ shortest: 1, longest: 80 }),
  /** Base URL of the server, without `/rest`. */
  url: z.string().check(
    z.trim(),
    z.maxLength(300, "at most 300 characters"),
    z.regex(
      /^https?:\/\/[\w.:[\]-]+(?:\/[\w.~-]+)*\/?$/i,
      "enter an address such as https://music.example.org",
    ),
    z.refine((text) => URL.canParse(text), "enter an address such as https://music.example.org"),
  ),
  signIn: z.enum(musicSourceSignIns),
  /** Empty with an API key. */
  username: lineSchema({ shortest: 0, longest: 100 }),
  /** Whether the server may be in a private network or on this machine; only super admins can allow it. */
  isPrivateAllowed: z.boolean(),
  /** How often the station checks for changes. */
  everyMinutes: z.int().check(z.minimum(5), z.maximum(1440)),
  /** Maximum size of the music cache. */
  cacheMegabytes: z.int().check(z.minimum(100), z.maximum(1_000_000)),
  isEnabled: z.boolean(),
};

/** Contents and reading progress of a source. */
const musicSourceStateSchema = z.object({
  /** `waiting`: to be read soon; `failed`: could not be read, being retried. */
  status: z.enum(["off", "waiting", "reading", "ready", "failed"]),
  /** Why it could not be read, or the problem with its tracks, as a sentence. */
  problem: z.nullable(z.string()),
  /** Last complete read. */
  readAt: z.nullable(z.iso.datetime()),
  /** During the current read. */
  albumsRead: z.int(),
  /** Tracks in the library. */
  tracks: z.int(),
  /** Tracks with their sound in the cache. */
  tracksHere: z.int(),
  bytesHere: z.number(),
  /** Tracks planned or queued, but not yet in the cache. */
  tracksWanted: z.int(),
  /** Tracks whose sound could not be fetched. */
  tracksOutOfReach: z.int(),
});

/** A Subsonic-compatible server whose music is in the library. Its password or key is never returned. */
export const musicSourceSchema = z.object({
  id: z.uuid(),
  ...musicSourceShape,
  state: musicSourceStateSchema,
});
export type MusicSource = z.infer<typeof musicSourceSchema>;

/** A playlist offered by a source. */
const sourcePlaylistSchema = z.object({
  id: z.string(),
  name: z.string(),
  trackCount: z.int(),
});
export type SourcePlaylist = z.infer<typeof sourcePlaylistSchema>;

export const musicSourcesCalls = defineCalls({
  listMusicSources: {
    method: "GET",
    path: "/api/library/sources",
    response: z.array(musicSourceSchema),
  },
  addMusicSource: {
    method: "POST",
    path: "/api/library/sources",
    response: musicSourceSchema,
  },
  changeMusicSource: {
    method: "PUT",
    path: "/api/library/sources/:id",
    response: musicSourceSchema,
  },
  removeMusicSource: {
    method: "DELETE",
    path: "/api/library/sources/:id",
    response: z.object({ removed: z.literal(true) }),
  },
  testMusicSource: {
    method: "POST",
    path: "/api/library/sources/test",
    response: z.object({ success: z.boolean(), message: z.string() }),
  },
  readMusicSource: {
    method: "POST",
    path: "/api/library/sources/:id/reading",
    response: z.object({ started: z.literal(true) }),
  },
  listSourcePlaylists: {
    method: "GET",
    path: "/api/library/sources/:id/playlists",
    response: z.array(sourcePlaylistSchema),
  },
  importSourcePlaylist: {
    method: "POST",
    path: "/api/library/sources/:id/playlists",
    /** `left`: its tracks not yet in the library. */
    response: z.object({ playlistId: z.uuid(), tracks: z.int(), left: z.int() }),
  },
});
