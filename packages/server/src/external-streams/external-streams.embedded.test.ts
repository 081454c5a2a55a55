import { trackSchema } from "@neonrelay/contract";
import * as z from "zod";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listQueueItems } from "../queue/queue-store.ts";
import { listKnownFiles } from "../library/known-file-store.ts";
import { findTrack, randomTracks } from "../library/track-store.ts";
import { startTestServer, type SignedInBrowser, type TestServer } from "../api/test-server.ts";

const answerSchema = z.object({ track: trackSchema, title: z.string() });
const names = { title: "Night Shift", artist: "Other Station" };

let server: TestServer;
let admin: SignedInBrowser;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signIn("admin");
});
afterAll(() => server[Symbol.asyncDispose]());

test("[P68] a stream with a public address becomes a track that waits in the queue and that rotation and scans ignore", async () => {
  const { status, body } = await admin.call("POST", "/api/stream-external", {
    body: { ...names, url: " http://93.184.216.34:8000/live.mp3#now ", adminAuth: "ignored" },
  });

  expect(status).toBe(200);
  const { track, title } = answerSchema.parse(body);
  expect(title).toBe("Night Shift");
  expect(track).toMatchObject({ ...names, kind: "stream", duration: null, durationMs: null });
  const { connection } = server.database;
  expect((await findTrack(connection, track.id))?.path).toBe("http://93.184.216.34:8000/live.mp3");
  expect(await randomTracks(connection, 10)).toEqual([]);
  expect(await listKnownFiles(connection)).toEqual([]);
  const found = await server.call("GET", "/api/tracks/search?q=night");
  expect(z.array(trackSchema).parse(found.body)).toEqual([track]);
  const queue = await server.call("GET", "/api/queue");
  expect(queue.body).toMatchObject([
    { track, requestedBy: null, addedBy: admin.account?.username },
  ]);
  const head = await listQueueItems(connection, { limit: 50, which: "playable" });
  expect(head.map((item) => item.trackId)).toEqual([track.id]);
});

test("a queued stream returns to its place when its removal, or a clearing, is undone", async () => {
  const waiting = z.array(z.object({ id: z.uuid(), track: trackSchema }));
  const body = { ...names, title: "Late Show", url: "http://93.184.216.34/late" };
  const added = await admin.call("POST", "/api/stream-external", { body });
  const { track } = answerSchema.parse(added.body);
  await admin.call("POST", `/api/queue/${track.id}/play-next`);
  const before = waiting.parse((await server.call("GET", "/api/queue")).body);

  await admin.call("DELETE", `/api/queue/${track.id}`);
  const removed = await admin.call("POST", "/api/queue/undo");
  await admin.call("DELETE", "/api/queue/clear");
  const cleared = await admin.call("POST", "/api/queue/undo");

  expect(before[0]?.track).toEqual(track);
  for (const [undone, name] of [
    [removed, "remove"],
    [cleared, "clear"],
  ] as const) {
    expect(undone).toMatchObject({ status: 200, body: { undone: name } });
    expect(waiting.parse(Object(undone.body).queue)).toEqual(before);
  }
});

test("[P61] a stream of a private network can be added once its host is allowed", async () => {
  const body = { ...names, url: "http://10.1.2.3:8000/studio.mp3" };
  const before = await admin.call("POST", "/api/stream-external", { body });
  const settings = { allowedStreamHosts: ["10.1.2.3"] };
  const superAdmin = await server.signIn("super_admin");
  await superAdmin.call("PUT", "/api/station-settings", { body: settings });

  const after = await admin.call("POST", "/api/stream-external", { body });

  expect([before.status, after.status]).toEqual([400, 200]);
});

test("the same address twice is a conflict that names the track", async () => {
  const body = { ...names, url: "http://93.184.216.34/twice" };
  await admin.call("POST", "/api/stream-external", { body });

  const again = await admin.call("POST", "/api/stream-external", { body });

  expect(again).toMatchObject({ status: 409, body: { code: "conflict", field: "url" } });
  expect(again.body).toHaveProperty(
    "error",
    "This stream is already in the library as 'Night Shift'",
  );
});

test.each([
  ["no address", "not an address", "must begin with https"],
  ["another protocol", "ftp://93.184.216.34/a", "Only http and https"],
  ["a script", "javascript:alert(1)", "Only http and https"],
  ["a password", "http://me:secret@93.184.216.34/", "user name and password"],
  ["this machine by name", "http://localhost:8000/stream.mp3", "private network"],
  ["this machine", "http://127.0.0.1/", "private network"],
  ["this machine in hexadecimal", "http://0x7f.1/", "private network"],
  ["this machine as one number", "http://2130706433/", "private network"],
  ["this machine in octal", "http://0177.0.0.1/", "private network"],
  ["this machine mapped", "http://[::ffff:127.0.0.1]/", "private network"],
  ["this machine by NAT64", "http://[64:ff9b::7f00:1]/", "private network"],
  ["the cloud's own", "http://169.254.169.254/latest/meta-data", "private network"],
  ["anywhere", "http://0/", "private network"],
])("the address of %s is refused", async (_what, url, words) => {
  const { status, body } = await admin.call("POST", "/api/stream-external", {
    body: { ...names, url },
  });

  expect(status).toBe(400);
  expect(body).toMatchObject({ code: "invalid_request", field: "url" });
  expect(body).toHaveProperty("error", expect.stringContaining(words));
  expect(JSON.stringify(body)).not.toContain("secret");
});

test("a stream without a proper title is refused", async () => {
  const body = { ...names, url: "http://93.184.216.34/", title: " " };
  const answer = await admin.call("POST", "/api/stream-external", { body });

  expect(answer).toMatchObject({ status: 400, body: { code: "invalid_request", field: "title" } });
});

test("only callers who may upload can add streams", async () => {
  const error = "Admin access required for adding external streams";
  const body = { ...names, url: "http://93.184.216.34/", adminAuth: "true" };
  const sent = { body, headers: { "x-admin-auth": "true" } };
  const dj = await server.signIn("dj");

  const asGuest = await server.guest().call("POST", "/api/stream-external", sent);
  const asDj = await dj.call("POST", "/api/stream-external", sent);

  expect(asGuest).toMatchObject({ status: 401, body: { error, code: "not_signed_in" } });
  expect(asDj).toMatchObject({ status: 403, body: { error, code: "not_allowed" } });
});

test("a stream counts as four minutes in the size of the library", async () => {
  const own = await startTestServer();
  try {
    const signedIn = await own.signIn("access-code");
    await signedIn.call("POST", "/api/stream-external", {
      body: { ...names, url: "http://93.184.216.34/" },
    });

    const { body } = await own.call("GET", "/api/library/stats");

    expect(body).toEqual({ tracks: 1, artists: 1, albums: 0, durationMs: 240_000 });
  } finally {
    await own[Symbol.asyncDispose]();
  }
});
