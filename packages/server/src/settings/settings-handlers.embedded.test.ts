import { testSettings } from "@neonrelay/contract/test-settings";
import {
  defaultBranding,
  defaultSeparation,
  requestPresets,
  stationSettingsSchema,
  type StationSettings,
} from "@neonrelay/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { changeRadioState } from "../radio/on-air-store.ts";
import { addTestTracks } from "../database/test-database.ts";
import { startTestServer, type SignedInBrowser, type TestServer } from "../api/test-server.ts";
import { TestSocket } from "../socket/test-socket.ts";
import { fromBranding } from "./branding.ts";

/** Of a first start. */
const defaults = testSettings();

let server: TestServer;
let admin: SignedInBrowser;
let trackId: string | undefined;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signIn("super_admin");
  [trackId] = await addTestTracks(server.database, ["first"]);
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  const { volume, bitrate, ...columns } = defaults;
  await server.settings.change(() => ({
    ...fromBranding(defaultBranding),
    ...columns,
    bitrateKbps: bitrate,
    sampleRateHz: 44_100,
  }));
  await changeRadioState(server.database.connection, {
    isPlaying: true,
    volume,
    volumeBeforeEmergency: null,
  });
});

const put = (body: unknown) => admin.call("PUT", "/api/station-settings", { body });

async function settings(): Promise<StationSettings> {
  return stationSettingsSchema.parse((await admin.call("GET", "/api/station-settings")).body);
}

test("a new station has the default settings of the specification", async () => {
  expect(await settings()).toEqual(defaults);
});

test("a form changes all settings at once", async () => {
  const form = {
    stationName: "Night Signal",
    tagline: "",
    autoPlay: false,
    ircChannel: "#night",
    volume: 40,
  };

  const answer = await put(form);

  expect(answer).toMatchObject({ status: 200, body: { ...defaults, ...form } });
  expect(await settings()).toEqual({ ...defaults, ...form });
});

/** Valid values of each setting. */
const values: { readonly [Name in keyof StationSettings]: readonly StationSettings[Name][] } = {
  stationName: ["x".repeat(80)],
  tagline: ["x".repeat(160)],
  timeZone: ["Asia/Kolkata"],
  autoPlay: [false],
  ircChannel: [`&${"x".repeat(49)}`],
  announcesShows: [false],
  doesTopicFollowShow: [true],
  volume: [0, 100],
  djKeysWork: ["in-own-shows"],
  djAddress: ["https://radio.example"],
  bitrate: [64, 320],
  maxListeners: [10, 5000],
  loudnessTargetLufs: [-23],
  streamLimitMinutes: [90],
  shortestTrackSeconds: [0],
  leftOutFormats: [["wma", "ape"]],
  uploadFormats: [["aiff"]],
  maxUploadMegabytes: [4096],
  trashDays: [0],
  listeningSessionDays: [0],
  tagOriginalsMegabytes: [0],
  allowedStreamHosts: [["studio.lan", "10.0.0.7", "fd00::7"]],
  oldAddresses: [[{ path: "/listen/old/radio.mp3", codec: "aac" }]],
  relays: [
    [
      { url: "http://[2001:db8::7]:8000/radio.mp3", weight: 0 },
      { url: "https://relais-höhe.example/stream.mp3", weight: 100 },
    ],
  ],
  commentsEnabled: [false],
  registrationEnabled: [true],
  maintenanceMode: [true],
  guestQueueActions: ["requests only", "off"],
  requestRules: [requestPresets["busy station"]],
  requestTurns: [{ place: "in-slots", mostPerHour: 60 }],
  separation: [{ ...defaultSeparation, artistMinutes: 0, notAtYesterdaysHour: false }],
  kindRules: [[{ by: "folder", value: "Radio/Jingles", kind: "jingle" }], []],
  retention: [{ chatDays: 0, commentDays: 3650, historyDays: 1, securityEventDays: 7 }],
};

test.each(
  Object.entries(values).flatMap(([name, valid]) => valid.map((value) => ({ [name]: value }))),
)("%j changes, and everything else stays", async (change) => {
  await put(change);

  expect(await settings()).toEqual({ ...defaults, ...change });
});

test("[P5] a new loudness target applies to every track at once, as the library announces", async () => {
  const news: string[] = [];
  const unsubscribe = server.events.subscribe(({ type }) => void news.push(type));
  await put({ loudnessTargetLufs: -23 });
  unsubscribe();

  const answer = await admin.call("GET", "/api/tracks");
  expect(answer.body).toMatchObject([{ loudnessLufs: -16, gainDb: -7, shortOfTargetDb: null }]);
  expect(news).toContain("library.changed");
});

test("[P5] a loudness that no receiver is made for is refused", async () => {
  expect(await put({ loudnessTargetLufs: -9 })).toMatchObject({ status: 400 });
});

test("omitted rules and retention periods stay", async () => {
  await put({ requestRules: { maxOpenRequests: 7 }, retention: { chatDays: 3650 } });
  await put({ requestTurns: { place: "in-slots" } });
  await put({ requestTurns: { mostPerHour: 60 } });

  expect(await settings()).toEqual({
    ...defaults,
    requestRules: { ...defaults.requestRules, maxOpenRequests: 7 },
    requestTurns: { place: "in-slots", mostPerHour: 60 },
    retention: { ...defaults.retention, chatDays: 3650 },
  });
});

test("a preset sets all request rules, and an explicit rule overrides it", async () => {
  await put({ requestRules: { artistCooldownMinutes: 99 } });
  await put({ requestPreset: "busy station", requestRules: { maxOpenRequests: 5 } });

  expect((await settings()).requestRules).toEqual({
    ...requestPresets["busy station"],
    maxOpenRequests: 5,
  });
});

test("concurrent changes of different settings lose nothing", async () => {
  const changes: readonly Partial<StationSettings>[] = [
    { stationName: "Together" },
    { tagline: "at once" },
    { autoPlay: false },
    { ircChannel: "#together" },
    { volume: 12 },
    { bitrate: 128 },
    { maxListeners: 20 },
    { commentsEnabled: false },
    { registrationEnabled: true },
    { guestQueueActions: "off" },
  ];

  await Promise.all([
    ...changes.map(put),
    put({ requestRules: { requesterCooldownSeconds: 1 } }),
    put({ requestRules: { maxOpenRequests: 2 } }),
    put({ retention: { chatDays: 3 } }),
    put({ retention: { commentDays: 4 } }),
  ]);

  expect(await settings()).toEqual({
    ...Object.assign({}, defaults, ...changes),
    requestRules: { ...defaults.requestRules, requesterCooldownSeconds: 1, maxOpenRequests: 2 },
    retention: { ...defaults.retention, chatDays: 3, commentDays: 4 },
  });
});

// What the schema refuses is tested in the contract's call-groups.test.ts.
test.each([
  ["body", {}],
  ["ircChannel", { ircChannel: "#a\r\nQUIT" }],
  ["oldAddresses", { oldAddresses: [{ path: "/stream.mp3", codec: "mp3" }] }],
])("settings are refused naming %s, and none is changed: %j", async (field, change) => {
  const answer = await put({ ...(field === "body" ? {} : { tagline: "not kept" }), ...change });

  expect(answer).toMatchObject({ status: 400, body: { code: "invalid_request", field } });
  expect(await settings()).toEqual(defaults);
});

test("a bitrate that MP3 lacks is refused with the nearest available ones, and nothing is changed", async () => {
  const answer = await put({ bitrate: 288, volume: 10, stationName: "Half" });

  expect(answer).toMatchObject({
    status: 400,
    body: {
      error: "bitrate: MP3 has no 288 kbit/s at 44100 Hz; the closest supported rate is 256 or 320",
      field: "bitrate",
    },
  });
  expect(await settings()).toEqual(defaults);
});

test.each(["admin", "access-code"] as const)(
  "%s changes settings, but not which private hosts the station may connect to",
  async (role) => {
    await put({ allowedStreamHosts: ["studio.lan"] });
    const { call } = await server.signIn(role);
    const path = "/api/station-settings";

    const same = await call("PUT", path, {
      body: { allowedStreamHosts: ["studio.lan"], maxListeners: 20 },
    });
    const other = await call("PUT", path, {
      body: { allowedStreamHosts: ["studio.lan", "169.254.169.254"], maxListeners: 30 },
    });

    expect(same.status).toBe(200);
    expect(other).toMatchObject({
      status: 403,
      body: { code: "not_allowed", field: "allowedStreamHosts" },
    });
    expect(await settings()).toMatchObject({
      allowedStreamHosts: ["studio.lan"],
      maxListeners: 20,
    });
  },
);

test("only callers with the right to configure the system can read and change settings", async () => {
  const dj = await server.signIn("dj");
  for (const [browser, status] of [
    [server.guest(), 401],
    [dj, 403],
  ] as const)
    for (const method of ["GET", "PUT"])
      expect(
        (await browser.call(method, "/api/station-settings", method === "PUT" ? { body: {} } : {}))
          .status,
      ).toBe(status);
});

test("the volume is the station's, reaches every socket, and ends an emergency stop", async () => {
  using socket = await TestSocket.connect(server.origin);
  await admin.call("POST", "/api/playback/emergency");
  await put({ tagline: "still silent" });
  const silent = await server.call("GET", "/api/radio-state");
  await put({ volume: 33 });
  const playing = await admin.call("PUT", "/api/radio-state", { body: { isPlaying: true } });

  expect(silent.body).toMatchObject({ isPlaying: false, volume: 0 });
  expect(playing.body).toMatchObject({ isPlaying: true, volume: 33 });
  await socket.nextOf("radio_state", ({ data }) => data.volume === 33);
});

test("maintenance blocks all writes but the operators' at once, and sockets are notified", async () => {
  const [one, other] = [server.guest(), server.guest()];
  using socket = await TestSocket.connect(server.origin, { cookie: other.cookie });
  const body = { trackId };
  const before = await other.call("POST", "/api/queue", { body });

  await put({ maintenanceMode: true });

  expect(before.status).toBe(200);
  await socket.nextOf("station_policy", ({ data }) => data.maintenanceMode);
  for (const { call } of [one, other, await server.signIn("listener")]) {
    expect(await call("POST", "/api/queue", { body })).toMatchObject({
      status: 503,
      body: { code: "maintenance" },
    });
    expect((await call("GET", "/api/queue")).status).toBe(200);
  }
  expect((await admin.call("DELETE", "/api/queue/clear")).status).toBe(200);
  await put({ maintenanceMode: false });
  expect((await one.call("POST", "/api/queue", { body })).status).toBe(200);
});

test("guests' queue rights change at once, and sockets are notified", async () => {
  const [one, other] = [server.guest(), server.guest()];
  using socket = await TestSocket.connect(server.origin, { cookie: other.cookie });
  const body = { trackId };

  await put({ guestQueueActions: "requests only" });
  await socket.nextOf("station_policy", ({ data }) => data.guestQueueActions === "requests only");
  for (const { call } of [one, other]) {
    expect((await call("POST", "/api/queue", { body })).status).toBe(200);
    expect((await call("DELETE", "/api/queue/clear")).status).toBe(401);
  }
  await put({ guestQueueActions: "off" });
  for (const { call } of [one, other])
    expect((await call("POST", "/api/queue", { body })).status).toBe(401);
});

test("comments switch off at once, and sockets are notified", async () => {
  const [one, other] = [server.guest(), server.guest()];
  using socket = await TestSocket.connect(server.origin, { cookie: other.cookie });
  const write = ({ call }: typeof one) =>
    call("POST", "/api/comments", { body: { content: "hello" } });
  const before = await write(one);

  await put({ commentsEnabled: false });

  expect(before.status).toBe(200);
  await socket.nextOf("station_policy", ({ data }) => !data.commentsEnabled);
  for (const browser of [one, other])
    expect(await write(browser)).toMatchObject({ status: 403, body: { code: "comments_off" } });
});

test("guests may register as soon as it is allowed, and sockets are notified", async () => {
  const [one, other] = [server.guest(), server.guest()];
  using socket = await TestSocket.connect(server.origin, { cookie: other.cookie });
  const register = ({ call }: typeof one, username: string) =>
    call("POST", "/api/users/register", {
      body: { username, email: `${username}@example.org`, password: "a long password" },
    });
  const before = await register(one, "early");

  await put({ registrationEnabled: true });

  expect(before).toMatchObject({ status: 403, body: { code: "registration_off" } });
  await socket.nextOf("station_policy", ({ data }) => data.registrationEnabled);
  expect((await other.call("GET", "/api/session")).body).toMatchObject({
    policy: { registrationEnabled: true },
  });
  expect((await register(other, "punctual")).status).toBe(200);
  await put({ registrationEnabled: false });
  expect((await register(one, "late")).body).toMatchObject({ code: "registration_off" });
});

test("the log says who changed which settings", async () => {
  const { call, account } = await server.signIn("access-code");
  const body = { bitrate: 256, retention: { chatDays: 1 } };
  await call("PUT", "/api/station-settings", { body });
  await server.systemLog.settled();

  const logged = await call("GET", "/api/system-logs?category=operator&limit=1");
  expect(account).toBeNull();
  expect(logged.body).toMatchObject([
    {
      message: "access code changed the station settings",
      details: { by: "access code", bitrate: 256, retention: { chatDays: 1 } },
    },
  ]);
});
