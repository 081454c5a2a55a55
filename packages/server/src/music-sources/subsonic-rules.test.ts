import { expect, test } from "vitest";
import {
  isSignInRefusal,
  isUsableId,
  readAnswer,
  sourceNames,
  toSourceSong,
  withoutSecrets,
  wordRefusal,
} from "./subsonic-rules.ts";

const ok = '{"subsonic-response":{"status":"ok","version":"1.16.1","album":{"id":"1"}}}';
const failed =
  '{"subsonic-response":{"status":"failed","error":{"code":40,"message":"Wrong username"}}}';

test("a successful response yields its content", () => {
  expect(readAnswer(200, ok)).toEqual({
    kind: "answered",
    content: { version: "1.16.1", album: { id: "1" } },
  });
});

test.each([200, 401, 500])("a refusal is understood whatever its HTTP status: %i", (status) => {
  expect(readAnswer(status, failed)).toEqual({
    kind: "refused",
    code: 40,
    message: "Wrong username",
  });
});

test.each([
  ["attributes in any order", '<error message="No rights" code="50"/>'],
  ["with a name space and lines", '\n  <error code="50" message="No rights" helpUrl="x"></error>'],
])(
  "a refusal in XML, which the API allows in place of a file, is understood: %s",
  (_what, error) => {
    const text = `<?xml version="1.0"?>\n<subsonic-response xmlns="http://subsonic.org/restapi" status="failed">${error}</subsonic-response>`;

    expect(readAnswer(200, text)).toEqual({ kind: "refused", code: 50, message: "No rights" });
  },
);

test.each([410, 501])("a server without a call refuses only that call: %i", (status) => {
  const answer = readAnswer(status, "This endpoint is not implemented");

  expect(answer).toMatchObject({ kind: "refused", code: 0 });
  expect(isSignInRefusal(0)).toBe(false);
});

test.each([
  [200, "<!DOCTYPE html><title>Hello</title>", "web page"],
  [200, ' \n<?xml version="1.0"?><subsonic-response status="ok"/>', "XML"],
  [200, '{"subsonic-response":{"status":"o', "not that of a Subsonic server"],
  [200, "[]", "not that of a Subsonic server"],
  [200, "", "not that of a Subsonic server"],
  [404, "Not found", "no Subsonic server at this address"],
  [429, "", "too many requests"],
  [502, "<html>Bad gateway</html>", "an error (502)"],
])("other responses at an address are identified: %i %s", (status, text, sentence) => {
  const answer = readAnswer(status, text);

  expect(answer).toMatchObject({ kind: "something-else" });
  expect("reason" in answer && answer.reason).toContain(sentence);
});

test.each([
  [40, true],
  [41, true],
  [50, false],
  [70, false],
  [0, false],
])("whether a refusal with code %i is about the credentials: %s", (code, isSignIn) => {
  expect(isSignInRefusal(code)).toBe(isSignIn);
});

test("the server's own message is shown in one short line", () => {
  const message = `Database\n is locked ${"x".repeat(500)}`;

  expect(wordRefusal({ code: 0, message })).toHaveLength("The server refuses: ".length + 200);
  expect(wordRefusal({ code: 0, message: " " })).toBe("The server refuses, and does not say why");
});

test("a secret echoed by the server is removed", () => {
  expect(withoutSecrets("Wrong password 's3cret' (s3cret)", ["s3cret", ""])).toBe(
    "Wrong password '…' (…)",
  );
});

const song = { id: "s1", title: "Rise", isVideo: undefined };
const album = { artists: ["Vega"], coverId: "c1" };
const plain = {
  artists: [],
  artist: undefined,
  displayArtist: undefined,
  album: undefined,
  genre: undefined,
  year: undefined,
  track: undefined,
  discNumber: undefined,
  duration: undefined,
  bitRate: undefined,
  samplingRate: undefined,
  channelCount: undefined,
  size: undefined,
  suffix: undefined,
  coverArt: undefined,
};

test("a song is accepted with the fields that are known", () => {
  const full = {
    ...plain,
    ...song,
    artist: "Vega",
    album: "Dawn",
    genre: "House",
    year: 2019,
    track: 3,
    duration: 181,
    bitRate: 320,
    size: 7_000_000,
    suffix: "MP3",
  };

  expect(toSourceSong(full, album)).toEqual({
    remoteId: "s1",
    title: "Rise",
    artists: ["Vega"],
    album: "Dawn",
    albumArtists: ["Vega"],
    genre: "House",
    year: 2019,
    trackNumber: 3,
    discNumber: null,
    durationMs: 181_000,
    bitrateKbps: 320,
    remoteBytes: 7_000_000,
    extension: ".mp3",
    coverId: "c1",
    version: "7000000 181 .mp3",
  });
});

test("invalid values of a song count as unknown", () => {
  const odd = { year: 1e9, duration: -5, size: Number.NaN, suffix: "../../etc", track: 0.2 };

  expect(toSourceSong({ ...plain, ...song, ...odd }, album)).toMatchObject({
    artists: [],
    year: null,
    durationMs: 0,
    remoteBytes: null,
    trackNumber: null,
    extension: ".audio",
  });
});

test("several artists sent by a server stay separate, and a name that looks like two stays one", () => {
  const shown = { displayArtist: "Ada • Ben", artist: "Ada" };
  const names = (artists: readonly { readonly name: string | undefined }[]) =>
    sourceNames({ ...shown, artists });

  expect(names([{ name: "Ada" }, { name: undefined }, { name: "Earth; Wind" }])).toEqual([
    "Ada",
    "Earth; Wind",
  ]);
  expect(names([{ name: "Ada" }])).toEqual(["Ada • Ben"]);
  expect(sourceNames({ artists: [], displayArtist: undefined, artist: undefined })).toEqual([]);
});

test.each([
  ["a video", { isVideo: true }],
  ["without a title", { title: " \u0000 " }],
  ["with an endless id", { id: "x".repeat(201) }],
])("a song that is %s is left out", (_case, change) => {
  expect(toSourceSong({ ...plain, ...song, ...change }, album)).toBeNull();
});

test.each([
  ["al-12_3/ä?&=..", true],
  ["", false],
  ["a\u0000b", false],
  ["a\nb", false],
])("whether the id %j can be requested: %s", (id, isUsable) => {
  expect(isUsableId(id)).toBe(isUsable);
});
