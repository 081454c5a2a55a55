import * as z from "zod/mini";
import { defineCalls } from "./call.ts";
import { lineSchema } from "./texts.ts";

/** How many servers of music a station can read. */
export const MAX_MUSIC_SOURCES = 10;

/**
 * How the station signs in: `token`: a salted hash of the password; `api-key`: a key of OpenSubsonic servers;
 * `password`: the password itself, for servers that take nothing else.
 */
export const musicSourceSignIns = ["token", "api-key", "password"] as const;

export const musicSourceShape = {
  name: lineSchema({ shortest: 1, longest: 80 }),
  /** Of the server, without `/rest`. */
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
  /** Whether the server may be in a private network, or on this machine; only super admins allow it. */
  isPrivateAllowed: z.boolean(),
  /** How often the station looks for changes. */
  everyMinutes: z.int().check(z.minimum(5), z.maximum(1440)),
  /** How much of its music the station keeps at most. */
  cacheMegabytes: z.int().check(z.minimum(100), z.maximum(1_000_000)),
  isEnabled: z.boolean(),
};

/** What there is of a source, and how reading it goes. */
const musicSourceStateSchema = z.object({
  /** `waiting`: it is read soon; `failed`: it could not be read, and is tried again. */
  status: z.enum(["off", "waiting", "reading", "ready", "failed"]),
  /** Why it could not be read, or what is wrong with the tracks, as a sentence. */
  problem: z.nullable(z.string()),
  /** When it was last read whole. */
  readAt: z.nullable(z.iso.datetime()),
  /** Of the reading under way. */
  albumsRead: z.int(),
  /** In the library. */
  tracks: z.int(),
  /** Whose sound is in the cache. */
  tracksHere: z.int(),
  bytesHere: z.number(),
  /** Planned or in the queue, and not yet in the cache. */
  tracksWanted: z.int(),
  /** Whose sound could not be fetched. */
  tracksOutOfReach: z.int(),
});

/** A Subsonic-compatible server whose music is in the library. Its password or key is never returned. */
export const musicSourceSchema = z.object({
  id: z.uuid(),
  ...musicSourceShape,
  state: musicSourceStateSchema,
});
export type MusicSource = z.infer<typeof musicSourceSchema>;

/** A playlist that a source offers. */
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
    /** `left`: its tracks that are not in the library yet. */
    response: z.object({ playlistId: z.uuid(), tracks: z.int(), left: z.int() }),
  },
});
