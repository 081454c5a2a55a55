import * as z from "zod/mini";
import { defineApi } from "./endpoint.ts";
import { musicSourceShape, musicSourcesCalls } from "./music-sources.ts";
import type { MusicSource } from "./music-sources.ts";

const passwordSchema = z
  .string()
  .check(
    z.minLength(1, "must not be empty"),
    z.maxLength(300, "at most 300 characters"),
    z.regex(/^[^\p{Cc}\p{Cs}]+$/u, "must not contain control characters"),
  );

const defaults = {
  signIn: z._default(musicSourceShape.signIn, "token"),
  username: z._default(musicSourceShape.username, ""),
  isPrivateAllowed: z._default(musicSourceShape.isPrivateAllowed, false),
  everyMinutes: z._default(musicSourceShape.everyMinutes, 60),
  cacheMegabytes: z._default(musicSourceShape.cacheMegabytes, 5000),
  isEnabled: z._default(musicSourceShape.isEnabled, true),
};

/** `password` may hold the API key instead. */
const newSourceSchema = z.object({ ...musicSourceShape, ...defaults, password: passwordSchema });
export type NewMusicSource = z.infer<typeof newSourceSchema>;

const sourceChangeSchema = z.partial(z.object({ ...musicSourceShape, password: passwordSchema }));
export type MusicSourceChange = z.infer<typeof sourceChangeSchema>;

const example: MusicSource = {
  id: "0d1d1c7e-5a39-4c3e-9a57-6a0b62f7c0de",
  name: "Navidrome",
  url: "https://music.example.org",
  signIn: "token",
  username: "station",
  isPrivateAllowed: false,
  everyMinutes: 60,
  cacheMegabytes: 5000,
  isEnabled: true,
  state: {
    status: "ready",
    problem: null,
    readAt: "2026-01-02T20:15:00.000Z",
    albumsRead: 0,
    tracks: 18_204,
    tracksHere: 812,
    bytesHere: 4_812_331_008,
    tracksWanted: 0,
    tracksOutOfReach: 0,
  },
};

const bodyExample = {
  name: "Navidrome",
  url: "https://music.example.org",
  username: "station",
  password: "s3cret",
};

const sourceIdSchema = z.object({ id: z.uuid().check(z.describe("Id of the source")) });

export const musicSourcesApi = defineApi(musicSourcesCalls, {
  listMusicSources: {
    access: "system_config",
    summary: "The Subsonic-compatible servers whose music is in the library, and how each is",
    example: { response: [example] },
  },
  addMusicSource: {
    access: "system_config",
    errors: ["conflict"],
    summary:
      "Take the music of a Subsonic-compatible server into the library. Only super admins let it be in a private network",
    example: { body: bodyExample, response: example },
    body: newSourceSchema,
  },
  changeMusicSource: {
    access: "system_config",
    errors: ["not_found", "conflict"],
    summary: "Change a source; omitted fields stay. Another server needs the password again",
    example: { body: { isEnabled: false }, response: example },
    params: sourceIdSchema,
    body: sourceChangeSchema,
  },
  removeMusicSource: {
    access: "system_config",
    errors: ["not_found"],
    summary: "Remove a source. Its tracks leave the library, and its cache is deleted",
    example: { response: { removed: true } },
    params: sourceIdSchema,
  },
  testMusicSource: {
    access: "system_config",
    errors: ["not_found", "conflict"],
    summary: "Sign in to such a server and read one page of its albums",
    example: { body: bodyExample, response: { success: true, message: "The server answers" } },
    body: z.object({
      ...newSourceSchema.shape,
      /** Id of a stored source whose password is used if none is given. */
      id: z.optional(z.uuid()),
      password: z.optional(passwordSchema),
    }),
  },
  readMusicSource: {
    access: "system_config",
    errors: ["not_found"],
    summary: "Read a source now; it goes on after the response",
    example: { response: { started: true } },
    params: sourceIdSchema,
  },
  listSourcePlaylists: {
    access: "system_config",
    errors: ["not_found", "unavailable"],
    summary: "The playlists that a source offers",
    example: { response: [{ id: "12", name: "Late night", trackCount: 40 }] },
    params: sourceIdSchema,
  },
  importSourcePlaylist: {
    access: "system_config",
    errors: ["not_found", "conflict", "unavailable"],
    summary: "Make a playlist of the station from one of a source, as it is now",
    example: {
      body: { playlistId: "12" },
      response: { playlistId: example.id, tracks: 38, left: 2 },
    },
    params: sourceIdSchema,
    body: z.object({
      /** The source's own id for the playlist. */
      playlistId: z.string().check(z.minLength(1), z.maxLength(200)),
    }),
  },
});
