import { playSchema, type Play } from "@neonrelay/contract";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import * as z from "zod";
import { changeRadioState } from "./on-air-store.ts";
import { insertPlay } from "../history/play-store.ts";
import { addTestTracks } from "../database/test-database.ts";
import { startTestServer, type SignedInBrowser, type TestServer } from "../api/test-server.ts";
import { TestSocket } from "../socket/test-socket.ts";

let server: TestServer;
let dj: SignedInBrowser;
let admin: SignedInBrowser;
beforeAll(async () => {
  server = await startTestServer();
  dj = await server.signIn("dj");
  admin = await server.signIn("admin");
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  server.security.endWindow(); // so that every test's events are recorded individually
  await server.settings.change(() => ({ ircChannel: "#neonrelay" }));
  await changeRadioState(server.database.connection, {
    isPlaying: true,
    volume: 60,
    volumeBeforeEmergency: null,
  });
});

const put = (body: unknown) => dj.call("PUT", "/api/radio-state", { body });

/** Newest first. */
async function securityEvents(): Promise<readonly unknown[]> {
  await server.security.settled();
  return z.array(z.unknown()).parse((await admin.call("GET", "/api/security-events")).body);
}

test("the radio state has every field of the specification", async () => {
  expect((await server.call("GET", "/api/radio-state")).body).toEqual({
    id: "station",
    isPlaying: true,
    isFadedOut: false,
    currentTrackId: null,
    volume: 60,
    listenerCount: null,
    ircConnected: true,
    ircChannel: "#neonrelay",
    ircUserCount: 1,
  });
});

test.each([
  ["the call", () => dj.call("POST", "/api/playback/emergency")],
  ["the radio state's form of it", () => put({ isPlaying: false, volume: 0 })],
])("by %s an emergency stop silences at once; play restores the volume", async (_what, stop) => {
  using socket = await TestSocket.connect(server.origin);

  const first = await stop();
  const again = await stop();
  const told = await socket.nextOf("radio_state", ({ data }) => data.volume === 0);
  const played = await put({ isPlaying: true });

  for (const answer of [first, again])
    expect(answer).toMatchObject({ status: 200, body: { isPlaying: false, volume: 0 } });
  expect(told.data.isPlaying).toBe(false);
  expect(played.body).toMatchObject({ isPlaying: true, volume: 60 });
});

test("an emergency stop is a security event that says who and from where", async () => {
  const { call, account } = await server.signIn("dj");
  await call("POST", "/api/playback/emergency");

  expect((await securityEvents())[0]).toMatchObject({
    severity: "high",
    eventType: "emergency_stop",
    description: `Emergency stop by ${account?.username}`,
    ipAddress: "127.0.0.1",
  });
});

test("concurrent emergency stops and volume changes leave a state that one of them set", async () => {
  await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      n % 2 === 0 ? dj.call("POST", "/api/playback/emergency") : put({ volume: 60 }),
    ),
  );
  await dj.call("POST", "/api/playback/emergency");

  expect((await put({ isPlaying: true })).body).toMatchObject({ isPlaying: true, volume: 60 });
});

test.each(["listener", "moderator"] as const)("a %s may not stop the station", async (role) => {
  const { call } = await server.signIn(role);

  expect(await call("POST", "/api/playback/emergency")).toMatchObject({
    status: 403,
    body: { code: "not_allowed" },
  });
  expect((await server.guest().call("POST", "/api/playback/emergency")).status).toBe(401);
});

test("a refused change of the radio state names the field", async () => {
  expect(await put({ volume: 100.5 })).toMatchObject({
    status: 400,
    body: { code: "invalid_request", field: "volume" },
  });
});

test("callers with the right to settings can change the channel along with the rest", async () => {
  const answer = await admin.call("PUT", "/api/radio-state", {
    body: { ircChannel: " #night ", volume: 20 },
  });

  expect(answer).toMatchObject({ status: 200, body: { ircChannel: "#night", volume: 20 } });
  expect((await admin.call("GET", "/api/station-settings")).body).toMatchObject({
    ircChannel: "#night",
    volume: 20,
  });
});

test("a DJ controls the station but may not change its channel, and the attempt is logged", async () => {
  const refused = await put({ ircChannel: "#mine", volume: 20 });

  expect(refused).toMatchObject({
    status: 403,
    body: { error: "Your role may not do this", code: "not_allowed" },
  });
  expect((await server.call("GET", "/api/radio-state")).body).toMatchObject({
    ircChannel: "#neonrelay",
    volume: 60,
  });
  expect((await securityEvents())[0]).toMatchObject({
    eventType: "call_refused",
    description: `A change of the radio state without permission, by ${dj.account?.username} (dj)`,
    ipAddress: "127.0.0.1",
  });
});

test("a socket command is checked and carried out like the HTTP call", async () => {
  using guest = await TestSocket.connect(server.origin, { cookie: server.guest().cookie });
  using djs = await TestSocket.connect(server.origin, { cookie: dj.cookie });
  using admins = await TestSocket.connect(server.origin, { cookie: admin.cookie });
  const command = (data: unknown) => ({ type: "radio_state", data });

  guest.send(command({ isPlaying: false }));
  expect((await guest.nextOf("error")).data.code).toBe("not_signed_in");
  djs.send(command({ ircChannel: "#mine" }));
  expect((await djs.nextOf("error")).data.code).toBe("not_allowed");
  djs.send(command({ ircChannel: "mine" }));
  expect((await djs.nextOf("error")).data).toMatchObject({
    code: "invalid_request",
    field: "data.ircChannel",
  });
  admins.send(command({ ircChannel: "#night", volume: 44 }));
  await guest.nextOf(
    "radio_state",
    ({ data }) => data.ircChannel === "#night" && data.volume === 44,
  );
  djs.send(command({ isPlaying: false, volume: 0 }));
  await guest.nextOf("radio_state", ({ data }) => data.volume === 0);
  expect((await securityEvents())[0]).toMatchObject({ eventType: "emergency_stop" });
  djs.send(command({ isPlaying: true }));
  await guest.nextOf("radio_state", ({ data }) => data.volume === 44);
});

test("the log says who paused, resumed and set the volume, and omits calls that changed nothing", async () => {
  const { call, account } = await server.signIn("dj");
  for (const body of [
    { isPlaying: true },
    { isPlaying: false },
    { isPlaying: false },
    { isPlaying: true },
    { volume: 12 },
    { volume: 12.3 },
  ])
    await call("PUT", "/api/radio-state", { body });
  await server.systemLog.settled();

  const logged = await admin.call(
    "GET",
    `/api/system-logs?category=operator&q=${account?.username}`,
  );
  const name = account?.username;
  expect(logged.body).toMatchObject([
    { message: `${name} set the volume`, details: { by: name, volume: 12 } },
    { message: `${name} resumed the programme` },
    { message: `${name} paused the programme` },
  ]);
  expect(logged.body).toHaveLength(3);
});

test("every caller can read what is on air; while on-air is down it is unknown", async () => {
  const { status, body } = await server.call("GET", "/api/now-playing");

  expect(status).toBe(200);
  expect(body).toEqual({
    now: null,
    isEmergencyLoop: false,
    track: null,
    startedAtMs: null,
    durationMs: null,
    serverNowMs: expect.any(Number),
    positionMs: 0,
    next: null,
    history: [],
  });
});

test("history is paged without gaps or duplicates", async () => {
  const [trackId = ""] = await addTestTracks(server.database, ["played"]);
  const startedAtMs = Date.UTC(2026, 0, 1);
  for (let n = 0; n < 7; n += 1)
    await insertPlay(server.database.connection, {
      playId: randomUUID(),
      kind: "library",
      sessionId: null,
      djName: null,
      trackId,
      entryId: null,
      itemId: null,
      requestedBy: n === 0 ? "someone" : null,
      title: `play ${n}`,
      artist: "Test Tones",
      startMs: n * 1000,
      audioStartMs: n * 1000 - 500,
      startedAtMs: startedAtMs + n * 1000 + 0.7,
      durationMs: 61_499,
    });
  const page = async (query: string): Promise<readonly Play[]> =>
    z.array(playSchema).parse((await server.call("GET", `/api/history?limit=3${query}`)).body);

  const first = await page("");
  const second = await page(`&before=${first.at(-1)?.startedAtMs}`);
  const third = await page(`&before=${second.at(-1)?.startedAtMs}`);

  expect([...first, ...second, ...third].map(({ title }) => title)).toEqual(
    [6, 5, 4, 3, 2, 1, 0].map((n) => `play ${n}`),
  );
  expect(third).toMatchObject([{ requestedBy: "someone", track: { title: "played" } }]);
  expect(await page(`&before=${startedAtMs}`)).toEqual([]);
});

test("a DJ's broadcast is in the history without a track", async () => {
  const sessionId = randomUUID();
  const startedAtMs = Date.UTC(2026, 1, 1);
  await insertPlay(server.database.connection, {
    playId: randomUUID(),
    kind: "live",
    trackId: null,
    sessionId,
    djName: "ada",
    entryId: null,
    itemId: null,
    requestedBy: null,
    title: "Svefn-g-englar",
    artist: "Sigur Rós",
    startMs: 1000,
    audioStartMs: 1000,
    startedAtMs,
    durationMs: null,
  });

  const { body } = await server.call("GET", `/api/history?limit=1&before=${startedAtMs + 1}`);

  const live = { kind: "live", sessionId, djName: "ada", track: null, artist: "Sigur Rós" };
  expect(body).toMatchObject([live]);
});

test("a history limit that is not a number is refused", async () => {
  expect(await server.call("GET", "/api/history?limit=many")).toMatchObject({
    status: 400,
    body: { code: "invalid_request", field: "limit" },
  });
});

test.each(["skip", "restart"])("%s requires its right and a running engine", async (call) => {
  const path = `/api/playback/${call}`;
  const moderator = await server.signIn("moderator");

  expect((await server.guest().call("POST", path)).status).toBe(401);
  expect((await moderator.call("POST", path)).status).toBe(403);
  expect(await dj.call("POST", path)).toMatchObject({
    status: 503,
    body: { error: "The stream engine can't be reached", code: "unavailable" },
  });
});
