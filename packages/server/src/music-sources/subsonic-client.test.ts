import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { listAlbumSongs, listSourceAlbums, checkSource, pingSource } from "./subsonic-calls.ts";
import { openSubsonicFile, type SubsonicServer } from "./subsonic-client.ts";
import { fail, reply, testAccount, TestSubsonic } from "./test-subsonic.ts";

let subsonic: TestSubsonic;
beforeAll(async () => {
  subsonic = await TestSubsonic.start();
});
afterAll(() => subsonic[Symbol.asyncDispose]());
beforeEach(() => subsonic.answers.clear());

const { signal } = new AbortController();
const serverOf = (change: Partial<SubsonicServer> = {}): SubsonicServer => ({
  ...subsonic.source,
  ...change,
});
const ping = (change: Partial<SubsonicServer> = {}) => pingSource(serverOf(change), signal);
const songsOf = (id: string) => listAlbumSongs(serverOf(), { id, signal });

test.each([
  ["a token", {}],
  ["the password", { signIn: "password" }],
  ["an API key", { signIn: "api-key", password: testAccount.apiKey }],
] as const)("the station signs in with %s", async (_way, change) => {
  await expect(ping(change)).resolves.toBeUndefined();
});

test.each(["token", "password", "api-key"] as const)(
  "a wrong secret as %s is refused in words",
  async (signIn) => {
    await expect(ping({ signIn, password: "wr0ng" })).rejects.toMatchObject({
      message: "The server refuses the user name, password or key",
      concerns: "server",
    });
  },
);

test("a server in a private network is not contacted unless an operator allows it", async () => {
  subsonic.asked.length = 0;

  await expect(ping({ isPrivateAllowed: false })).rejects.toThrow("allow that for this source");
  expect(subsonic.asked).toEqual([]);
});

const send =
  (type: string, body: string | Buffer) =>
  (response: ServerResponse): void =>
    void response.writeHead(200, { "content-type": type }).end(body);
/** A response that never ends until the station hangs up. */
const endless =
  (type: string) =>
  (response: ServerResponse): void => {
    response.writeHead(200, { "content-type": type });
    const piece = Buffer.alloc(1024 * 1024, "[");
    const more = (): void => {
      while (!response.destroyed && response.write(piece));
    };
    response.on("drain", more);
    more();
  };

test.each([
  ["a web page", send("text/html", "<!doctype html>"), "a web page at this address"],
  ["XML", send("text/xml", '<subsonic-response status="ok"/>'), "answers in XML"],
  ["JSON of something else", send("application/json", '{"hello":1}'), "not that of a Subsonic"],
  ["half an answer", send("application/json", '{"subsonic-response":'), "not that of a Subsonic"],
  ["deep JSON", send("application/json", "[".repeat(1e5)), "not that of a Subsonic"],
  ["JSON without end", endless("application/json"), "answer is too large"],
  [
    "a redirection into a private network",
    (response: ServerResponse): void =>
      void response.writeHead(302, { location: "http://192.168.1.1/rest/ping.view" }).end(),
    "private network",
  ],
  [
    "a redirection to another port of its own host",
    (response: ServerResponse): void =>
      void response.writeHead(302, { location: "http://127.0.0.1:1/rest/ping.view" }).end(),
    "leads to http://127.0.0.1:1, which is in a private network",
  ],
  [
    "a connection that breaks",
    (response: ServerResponse): void => void response.destroy(),
    "hung up without an answer",
  ],
] as const)("a server that responds with %s is refused", async (_what, answer, sentence) => {
  subsonic.answers.set("ping", answer);

  await expect(ping()).rejects.toThrow(sentence);
});

test("a server's echo of the password is not shown", async () => {
  subsonic.answers.set("ping", (response, query) =>
    fail(response, 0, `no ${testAccount.password} ${query.get("p") ?? ""}`),
  );

  const failure = await ping({ signIn: "password" }).catch((error: unknown) => String(error));

  expect(failure).toBe("SubsonicError: The server refuses: no … enc:…");
});

test("a list may arrive as a list, as its single entry or not at all; invalid entries are dropped", async () => {
  const lists: unknown[] = [
    { album: [{ id: 1 }, { id: "b" }, {}, null, "c", { id: "x\u0000" }] },
    { album: { id: "only" } },
    {},
  ];
  subsonic.answers.set("getAlbumList2", (response) =>
    reply(response, { albumList2: lists.shift() }),
  );
  const list = () => listSourceAlbums(serverOf(), { offset: 0, signal });

  expect([await list(), await list(), await list()]).toEqual([["1", "b"], ["only"], []]);
});

test("an id is sent as a query parameter, whatever it contains", async () => {
  const id = "../../etc/passwd?x=1&u=root#\u202e";
  subsonic.albums = new Map([[id, [{ id: "s1", title: 1984 }]]]);

  const songs = await songsOf(id);

  expect(songs).toMatchObject([{ remoteId: "s1", title: "1984" }]);
  expect(subsonic.asked.at(-1)).toBe(`getAlbum ${id}`);
});

test("an album deleted at the source has no songs", async () => {
  await expect(songsOf("nowhere")).resolves.toEqual([]);
});

test("a server without getScanStatus and getArtists is read without a stamp", async () => {
  subsonic.answers.set("getScanStatus", (response) => fail(response, 50, "Not authorized"));

  await expect(checkSource(serverOf(), signal)).resolves.toEqual({
    isScanning: false,
    stamp: null,
  });
});

test.each([
  ["an error", (response: ServerResponse) => fail(response, 70, "gone"), "no longer has it"],
  ["a web page", send("text/html", "<html>"), "a web page at this address"],
  ["an answer instead", (response: ServerResponse) => reply(response, {}), "instead of a file"],
] as const)("a download that returns %s is refused", async (_what, answer, sentence) => {
  subsonic.answers.set("download", answer);
  const parameters = { id: "s1" };

  const opening = openSubsonicFile(serverOf(), { method: "download", parameters, signal });

  await expect(opening).rejects.toThrow(sentence);
});

/** Responses in the style of Navidrome and gonic, following OpenSubsonic's and their own public documentation. */
const openSubsonic = { type: "navidrome", serverVersion: "0.58.0", openSubsonic: true };

test("ids and covers with prefixes, empty albums and OpenSubsonic fields are read", async () => {
  const song = {
    id: "tr-7nNqAA0Yc",
    isDir: false,
    title: "Rise",
    album: "Dawn",
    artist: "Vega feat. Lyra",
    displayArtist: "Vega • Lyra",
    artists: [
      { id: "ar-1", name: "Vega" },
      { id: "ar-2", name: "Lyra" },
    ],
    genre: "House",
    genres: [{ name: "House" }, { name: "Dub" }],
    coverArt: "mf-7nNqAA0Yc_66f2",
    suffix: "flac",
    contentType: "audio/flac",
    transcodedSuffix: "mp3",
    transcodedContentType: "audio/mpeg",
    duration: 146,
    bitRate: 900,
    size: 8_421_341,
    channelCount: 0,
    samplingRate: 0,
    replayGain: { trackGain: -3 },
    mediaType: "song",
  };
  const albums = [
    { album: { id: "al-3", artist: "Vega", title: "", coverArt: "al-3_66f2", song: [song] } },
    { album: { id: "al-18", artist: "Vega", songCount: 0 } },
    { album: { id: "al-19", song: null } },
  ];
  subsonic.answers.set("getAlbum", (response) =>
    reply(response, { ...openSubsonic, ...albums.shift() }),
  );

  const [full, empty, none] = [await songsOf("al-3"), await songsOf("al-18"), await songsOf("")];

  expect(full).toMatchObject([
    {
      remoteId: "tr-7nNqAA0Yc",
      artists: ["Vega", "Lyra"],
      coverId: "mf-7nNqAA0Yc_66f2",
      extension: ".flac",
      remoteBytes: 8_421_341,
    },
  ]);
  expect([empty, none]).toEqual([[], []]);
});

test("a library that is being scanned, or reveals no changes, is still checked", async () => {
  const scans = [
    { scanning: false, count: 12, folderCount: 3, lastScan: "2027-01-02T03:04:05Z" },
    { scanning: true, count: 0 },
    { scanning: false, count: 12 },
  ];
  subsonic.answers.set("getScanStatus", (response) =>
    reply(response, { ...openSubsonic, scanStatus: scans.shift() }),
  );
  subsonic.answers.set("getArtists", (response) =>
    reply(response, { ...openSubsonic, artists: { index: [], ignoredArticles: "The" } }),
  );
  const look = () => checkSource(serverOf(), signal);

  expect([await look(), await look(), await look()]).toEqual([
    { isScanning: false, stamp: "2027-01-02T03:04:05Z 12 " },
    { isScanning: true, stamp: null },
    { isScanning: false, stamp: null },
  ]);
});

test("a server that rejects getScanStatus with an HTTP status is checked without it", async () => {
  subsonic.answers.set(
    "getScanStatus",
    (response) => void response.writeHead(501).end("This endpoint is not implemented"),
  );
  subsonic.answers.set("getArtists", (response) =>
    reply(response, { ...openSubsonic, artists: { lastModified: 1_700_000_000_000 } }),
  );

  await expect(checkSource(serverOf(), signal)).resolves.toEqual({
    isScanning: false,
    stamp: "  1700000000000",
  });
});

test("an XML refusal in place of a file concerns that file, not the server", async () => {
  subsonic.answers.set(
    "getCoverArt",
    send(
      "text/xml",
      '<subsonic-response status="failed"><error code="70" message="Artwork not found"/></subsonic-response>',
    ),
  );
  const request = { method: "getCoverArt", parameters: { id: "al-3" }, signal };

  await expect(openSubsonicFile(serverOf(), request)).rejects.toMatchObject({
    message: "The server no longer has it",
    concerns: "request",
  });
});
