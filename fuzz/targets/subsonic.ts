import {
  albumListSchema,
  albumSchema,
  artistsSchema,
  playlistSchema,
  playlistsSchema,
  scanStatusSchema,
} from "../../packages/server/src/music-sources/subsonic-answers.ts";
import {
  readAnswer,
  toSourceSong,
  withoutSecrets,
  wordRefusal,
} from "../../packages/server/src/music-sources/subsonic-rules.ts";
import { expectOneLine, expectPlain, expectThat } from "../expectations.ts";
import { targetDefaults, type FuzzTarget } from "../target.ts";

const schemas = [albumListSchema, scanStatusSchema, artistsSchema, playlistsSchema, playlistSchema];

/** Responses of a music source. */
export const subsonic: FuzzTarget = {
  ...targetDefaults,
  seeds: [
    '{"subsonic-response":{"status":"ok","version":"1.16.1","album":{"id":"1","artist":"Ada","coverArt":"c","song":[{"id":"2","title":"Night","artist":"Ada","duration":123,"bitRate":320,"size":4000000,"suffix":"mp3","year":2001,"track":1,"isVideo":false},{"id":3,"title":4,"duration":"5"}]}}}',
    '{"subsonic-response":{"status":"failed","error":{"code":40,"message":"Wrong username or password"}}}',
    '{"subsonic-response":{"status":"ok","albumList2":{"album":{"id":"1"}},"scanStatus":{"scanning":true,"count":7},"artists":{"lastModified":1},"playlists":{"playlist":[{"id":"p","name":"x","songCount":2}]},"playlist":{"name":"x","entry":[{"id":"2"}]}}}',
    '<?xml version="1.0"?><subsonic-response status="ok"/>',
    "<!doctype html><html></html>",
  ],
  words: [
    '"subsonic-response"',
    '"status":"ok"',
    '"album"',
    '"song"',
    '"id"',
    '"duration"',
    '"size"',
    '"suffix"',
    '"error"',
    '"code"',
    '"message"',
    '"__proto__":',
    '"constructor":{"prototype":{"x":1}}',
    "[",
    "{",
    "}",
    "]",
  ],
  run: (input) => {
    const text = input.toString("utf8");
    expectThat(!withoutSecrets(text, ["secret"]).includes("secret"), "a secret is left");
    for (const status of [200, 404, 500]) {
      const answer = readAnswer(status, text);
      expectPlain(answer, "an answer");
      if (answer.kind === "refused") expectOneLine(wordRefusal(answer), "a refusal");
      if (answer.kind !== "answered") continue;
      for (const schema of schemas) expectPlain(schema.safeParse(answer.content).data, "content");
      const album = albumSchema.safeParse(answer.content).data?.album;
      expectPlain(album, "an album");
      for (const song of album?.song ?? []) {
        const read = toSourceSong(song, { artists: [], coverId: null });
        if (read === null) continue;
        const { title, artists, album: name, genre, remoteId, extension, version } = read;
        const texts = [title, ...artists, name ?? "", genre ?? "", remoteId, extension, version];
        for (const part of texts) expectOneLine(part, "a text of a song");
        expectThat(/^\.[a-z\d]+$/.test(extension), "an extension is none", extension);
        expectThat(read.durationMs >= 0 && read.durationMs <= 86_400_000, "an odd duration");
      }
    }
  },
};
