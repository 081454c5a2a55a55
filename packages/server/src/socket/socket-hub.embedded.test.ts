import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { once } from "node:events";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hashPassword } from "../accounts/secrets.ts";
import { findAccount, insertAccount } from "../accounts/account-store.ts";
import { openSession } from "../accounts/session-actions.ts";
import { addTestTracks } from "../database/test-database.ts";
import { startTestServer, type TestServer } from "../api/test-server.ts";
import { TestSocket } from "./test-socket.ts";

let server: TestServer;
let trackIds: readonly string[];
beforeAll(async () => {
  server = await startTestServer();
  trackIds = await addTestTracks(server.database, ["first"]);
  await insertAccount(server.database.connection, {
    id: randomUUID(),
    username: "dj",
    role: "dj",
    passwordHash: await hashPassword("x"),
  });
});
afterAll(() => server[Symbol.asyncDispose]());

const connected = (headers: Readonly<Record<string, string>> = {}): Promise<TestSocket> =>
  TestSocket.connect(server.origin, headers);

test("[U1] a browser that connects gets the whole state of the station", async () => {
  using socket = new TestSocket(server.origin);
  const types = [];
  for (let n = 0; n < 4; n += 1) types.push((await socket.next()).type);

  expect(types).toEqual(["radio_state", "queue_update", "now_playing", "stream_info"]);
});

test("every socket gets a change of the queue", async () => {
  using one = await connected();
  using other = await connected();

  await server.call("POST", "/api/queue", { body: { trackId: trackIds[0] } });

  for (const socket of [one, other])
    expect(await socket.nextOf("queue_update")).toMatchObject({
      data: [{ position: 1, track: { title: "first" } }],
    });
});

test("[U10] radio_state is a command for those who may, and refused like the call to all others", async () => {
  const token = await openSession(
    server.database,
    await findAccount(server.database.connection, "dj"),
  );
  using guest = await connected();
  using dj = await connected({ cookie: `neonrelay_session=${token}` });

  guest.send({ type: "radio_state", data: { isPlaying: false } });
  expect(await guest.next()).toEqual({
    type: "error",
    data: { code: "not_signed_in", message: "Sign in to do this" },
  });
  dj.send({ type: "radio_state", data: { volume: 33 } });
  expect(await guest.next()).toMatchObject({ type: "radio_state", data: { volume: 33 } });
});

test("a topic that there is not is refused", async () => {
  using socket = await connected();

  socket.send({ type: "subscribe", data: { topic: "weather" } });

  expect(await socket.next()).toMatchObject({
    type: "error",
    data: { code: "invalid_request", field: "data.topic" },
  });
});

test("[U11] what repeats an HTTP call is taken and changes nothing", async () => {
  using socket = await connected();
  using other = await connected();
  socket.send({ type: "queue_update", data: [] });
  socket.send({ type: "branding_update", data: { branding: { name: "Pirate" } } });
  socket.send({ type: "track_uploaded", data: { track: { id: "x" }, uploader: "eve" } });
  socket.send({ type: "external_stream_added", data: { stream: { url: "x" }, uploader: "eve" } });
  for (const each of [socket, other]) each.send({ type: "ping" });

  expect((await socket.next()).type).toBe("pong");
  expect((await other.next()).type).toBe("pong");
});

test("a browser that connects does not make the server repeat to others what they know", async () => {
  using first = await connected();
  using second = await connected();
  server.events.publish({ type: "on-air.changed" });
  using third = await connected();
  for (const each of [first, second, third]) each.send({ type: "ping" });

  for (const each of [first, second, third]) expect((await each.next()).type).toBe("pong");
});

test("[U4] a change that could not be loaded is sent once it can be", async () => {
  using socket = await connected();
  const { connection } = server.database;
  await connection.execute(sql`alter table queue_items rename to queue_items_away`);
  server.events.publish({ type: "queue.changed" });
  socket.send({ type: "ping" });
  expect((await socket.next()).type).toBe("pong");
  await connection.execute(sql`update queue_items_away set requested_by = 'someone'`);

  await connection.execute(sql`alter table queue_items_away rename to queue_items`);

  expect(await socket.next()).toMatchObject({
    type: "queue_update",
    data: [{ requestedBy: "someone" }],
  });
});

test("[U4] a removed message goes from every page once the chat can be read again", async () => {
  using socket = await connected();
  const { connection } = server.database;
  await connection.execute(sql`alter table chat_messages rename to chat_messages_away`);
  server.events.publish({ type: "chat.changed" });
  socket.send({ type: "ping" });
  expect((await socket.next()).type).toBe("pong");

  await connection.execute(sql`alter table chat_messages_away rename to chat_messages`);

  expect(await socket.next()).toMatchObject({ type: "chat_message", data: [] });
});

test.each([
  ["whose track is none", { type: "track_uploaded", data: { track: 7 } }, "invalid_request"],
  ["not JSON", "{", "invalid_request"],
  ["of an unknown type", { type: "self-destruct" }, "invalid_request"],
  ["with a volume of 101", { type: "radio_state", data: { volume: 101 } }, "invalid_request"],
])("a frame that is %s is answered with an error", async (_what, frame, code) => {
  using socket = await connected();
  socket.send(frame);

  expect(await socket.next()).toMatchObject({ type: "error", data: { code } });
});

test("[U15] a flood of commands is slowed down", async () => {
  using socket = await connected();
  for (let n = 0; n < 40; n += 1) socket.send({ type: "ping" });

  let message = await socket.next();
  while (message.type === "pong") message = await socket.next();
  expect(message).toMatchObject({ type: "error", data: { code: "too_many_requests" } });
});

test("[U15] a socket that ignores the notice is closed, and one that slows down is not", async () => {
  using patient = await connected();
  using stubborn = await connected();
  for (let n = 0; n < 25; n += 1) patient.send({ type: "ping" });
  const closed = once(stubborn.socket, "close");

  for (let n = 0; n < 200; n += 1) stubborn.send({ type: "ping" });

  expect((await closed)[0]).toBe(1008);
  const answers = stubborn.untaken().filter(({ type }) => type === "error");
  expect(answers.length).toBeGreaterThanOrEqual(20);
  expect(answers.length).toBeLessThan(40);
  expect(patient.socket.readyState).toBe(patient.socket.OPEN);
});

test("[U16] a frame above 4 kB ends the socket, and none may be compressed", async () => {
  using socket = await connected();
  expect(socket.socket.extensions).toBe("");
  socket.send("x".repeat(5000));

  expect((await once(socket.socket, "close"))[0]).toBe(1009);
});

test("[U20] a socket from another site's page, or to a name that is not ours, is refused", async () => {
  using foreign = new TestSocket(server.origin, { origin: "http://evil.example" });
  using rebound = new TestSocket(server.origin, {
    origin: "http://evil.example",
    host: "evil.example",
  });

  const [[, first], [, second]] = await Promise.all([
    once(foreign.socket, "unexpected-response"),
    once(rebound.socket, "unexpected-response"),
  ]);
  expect([first.statusCode, second.statusCode]).toEqual([403, 400]);
});

test("[U13] a browser learns where its stream connection began as soon as that is known", async () => {
  using socket = await connected();
  const cid = randomUUID();

  socket.send({ type: "listen", data: { cid } });
  socket.send({ type: "ping" });
  await socket.next();
  server.events.publish({ type: "listener.attached", cid, startMs: 1234 });

  expect(await socket.next()).toEqual({ type: "stream_attached", data: { cid, startMs: 1234 } });
});
