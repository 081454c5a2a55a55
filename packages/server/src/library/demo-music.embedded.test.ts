import { playlistSchema } from "@neonrelay/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { fillLibrary } from "./test-library.ts";
import { startTestServer, type SignedInBrowser, type TestServer } from "../api/test-server.ts";

const call = "/api/library/demo";
const generous = { timeout: 60_000 };

let server: TestServer;
let admin: SignedInBrowser;
beforeAll(async () => {
  server = await startTestServer({ demoMusic: false });
  admin = await server.signIn("admin");
});
afterAll(() => server[Symbol.asyncDispose]());

test("an operator can create the demo tracks, once, and only while there is no music", async () => {
  // Everyone's player shows the progress.
  const before = await server.call("GET", call);
  const answers = await Promise.all([admin.call("POST", call), admin.call("POST", call)]);

  expect(before.body).toEqual({ making: null, hasFailed: false });
  expect(answers.toSorted((one, other) => one.status - other.status)).toMatchObject([
    { status: 200, body: { making: { made: 0, of: 6 }, hasFailed: false } },
    { status: 409, body: { code: "conflict", error: "The demo tracks are already being created" } },
  ]);
  await expect
    .poll(async () => (await admin.call("GET", call)).body, generous)
    .toEqual({ making: null, hasFailed: false });
  const { body } = await server.call("GET", "/api/tracks");
  expect(body).toMatchObject([
    { title: "ident", contentKind: "jingle" },
    { title: "one", contentKind: "music" },
    { title: "two", contentKind: "music" },
  ]);

  const demoIds = async () => Object((await admin.call("GET", "/api/set-up")).body).demoTrackIds;
  const alone = await demoIds();
  await fillLibrary(server.database, 1);
  // Only what plays among one's own music is to go.
  const among = await demoIds();
  expect([alone, among.length]).toEqual([[], 3]);
  expect(await admin.call("POST", call)).toMatchObject({
    status: 409,
    body: {
      code: "conflict",
      error:
        "The library already has music, or music whose files are missing; demo tracks are for an empty library",
    },
  });

  const choice = { trackIds: among, files: "trash", includesUsed: true };
  await admin.call("POST", "/api/tracks/delete", { body: choice });
  expect(await demoIds()).toEqual([]);
});

test("a station with only demo music plays it with its jingles, unless there is a playlist", async () => {
  await using fresh = await startTestServer({ demoMusic: false });
  const operator = await fresh.signIn("admin");
  const listed = async () => (await operator.call("GET", "/api/playlists")).body;

  await operator.call("POST", call);

  await expect.poll(listed, generous).toMatchObject([
    { name: "Jingles", turn: { kind: "every-tracks", tracks: 4 }, trackCount: 1 },
    { name: "Music", turn: { kind: "weight", weight: 1 }, trackCount: 2 },
  ]);
  const [jingles, music] = z.array(playlistSchema).parse(await listed());
  expect([jingles?.rule, music?.rule]).toEqual([{ kinds: ["jingle"] }, { kinds: ["music"] }]);

  for (const { id } of [jingles, music].filter((each) => each !== undefined))
    await operator.call("DELETE", `/api/playlists/${id}`);
  const own = { name: "My own", rule: { kinds: ["music"] } };
  await operator.call("POST", "/api/playlists", { body: own });
  const handled = Promise.withResolvers<void>();
  fresh.events.subscribe((event) => {
    if (event.type === "demo.created") handled.resolve();
  });
  fresh.events.publish({ type: "demo.created" });
  await handled.promise;
  expect(await listed()).toMatchObject([{ name: "My own" }]);
});
