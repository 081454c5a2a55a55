import { streamInfoSchema, type StreamInfo } from "@neonrelay/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { changeRadioState, findRadioState } from "./on-air-store.ts";
import { startTestServer, type SignedInBrowser, type TestServer } from "../api/test-server.ts";

/** on-air is absent here; tests of a whole station cover its side. */
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
  const { connection } = server.database;
  await changeRadioState(connection, { isStreaming: true, audioSource: "automation" });
  await server.settings.change(() => ({ bitrateKbps: 192, sampleRateHz: 44_100, channels: 2 }));
});

const format = { bitrate: 128, sampleRate: 48_000, channels: 1 };

async function info(): Promise<StreamInfo> {
  return streamInfoSchema.parse((await server.call("GET", "/api/stream/info")).body);
}

test("stream information includes the stream, its status page and its encoding", async () => {
  expect(await info()).toEqual({
    isStreaming: false,
    isStopped: false,
    streamUrl: "http://127.0.0.1:8000/stream.mp3",
    addresses: [{ url: "http://127.0.0.1:8000/stream.mp3", weight: 10 }],
    adminUrl: "http://127.0.0.1:8000/",
    audioSource: {
      chosen: "automation",
      onAir: "automation",
      notice: null,
      choices: [{ id: "automation", name: "Automation: queue, then rotation" }],
    },
    live: { djName: null, sinceMs: null, waiting: 0 },
    config: {
      icecastServer: "127.0.0.1",
      icecastPort: 8000,
      bitrate: 192,
      sampleRate: 44_100,
      channels: 2,
      mounts: {
        opus: { isOn: false, bitrate: 96 },
        aac: { isOn: false, bitrate: 128 },
        hls: { isOn: false },
      },
    },
    mounts: [],
  });
});

test("a command that can't reach on-air now is stored, and the response says so", async () => {
  const stopped = await dj.call("POST", "/api/stream/stop");
  const wanted = await findRadioState(server.database.connection);
  const { isStopped } = await info();
  const started = await dj.call("POST", "/api/stream/start", {
    body: { audioSource: "/dev/audio0" },
  });
  const configured = await admin.call("POST", "/api/stream/config", { body: format });

  const away = "The stream engine can't be reached";
  expect([stopped, started, configured].map(({ status, body }) => ({ status, body }))).toEqual(
    [
      `${away}; the stream stops as soon as it answers`,
      `${away}; the stream starts as soon as it answers`,
      `${away}; the change is kept and takes effect as soon as it answers`,
    ].map((error) => ({ status: 503, body: { error, code: "unavailable" } })),
  );
  expect([wanted.isStreaming, isStopped]).toEqual([false, true]);
  expect((await findRadioState(server.database.connection)).isStreaming).toBe(true);
  expect(await info()).toMatchObject({
    audioSource: {
      chosen: "/dev/audio0",
      notice: "/dev/audio0 is missing; automation is on air instead",
    },
    config: format,
  });
});

test("a start without a source keeps the previous choice", async () => {
  await dj.call("POST", "/api/stream/start", { body: { audioSource: "/dev/audio0" } });
  await dj.call("POST", "/api/stream/start");

  expect((await info()).audioSource.chosen).toBe("/dev/audio0");
});

test.each(["", "/dev/audio1", "http://127.0.0.1/secret", "Automation", 7])(
  "an invalid audio source %j is refused by name and nothing starts",
  async (audioSource) => {
    await changeRadioState(server.database.connection, { isStreaming: false });

    expect(await dj.call("POST", "/api/stream/start", { body: { audioSource } })).toMatchObject({
      status: 400,
      body: { code: "invalid_request", field: "audioSource" },
    });
    expect(await findRadioState(server.database.connection)).toMatchObject({
      isStreaming: false,
      audioSource: "automation",
    });
  },
);

test.each([
  ["sampleRate", { ...format, sampleRate: 22_050 }],
  ["sampleRate", { ...format, sampleRate: 0 }],
  ["channels", { ...format, channels: 3 }],
])("a stream configuration is refused naming %s: %j", async (field, body) => {
  const answer = await admin.call("POST", "/api/stream/config", { body });

  expect(answer).toMatchObject({ status: 400, body: { code: "invalid_request", field } });
  expect((await info()).config).toMatchObject({ bitrate: 192, sampleRate: 44_100, channels: 2 });
});

test("a pair that MP3 lacks is refused with the nearest bitrates", async () => {
  const answer = await admin.call("POST", "/api/stream/config", {
    body: { ...format, bitrate: 150 },
  });

  expect(answer).toMatchObject({
    status: 400,
    body: {
      error: "bitrate: MP3 has no 150 kbit/s at 48000 Hz; the closest supported rate is 128 or 160",
      field: "bitrate",
    },
  });
});

test.each([
  ["/api/stream/start", ["listener", "moderator"]],
  ["/api/stream/stop", ["listener", "moderator"]],
  ["/api/stream/config", ["listener", "moderator", "dj"]],
] as const)("%s is refused to guests and to %j", async (path, roles) => {
  const body = path === "/api/stream/config" ? format : {};
  expect((await server.guest().call("POST", path, { body })).status).toBe(401);
  for (const role of roles) {
    const { call } = await server.signIn(role);
    expect((await call("POST", path, { body })).status).toBe(403);
  }
});

test("the log says who started, stopped and configured the stream", async () => {
  const { call, account } = await server.signIn("admin");
  await call("POST", "/api/stream/start");
  await call("POST", "/api/stream/stop");
  await call("POST", "/api/stream/config", { body: format });
  await server.systemLog.settled();

  const logged = await call("GET", "/api/system-logs?category=operator&limit=3");
  const name = account?.username;
  expect(logged.body).toMatchObject([
    { message: `${name} configured the stream`, details: { by: name, ...format } },
    { message: `${name} stopped the stream` },
    { message: `${name} started the stream`, details: { audioSource: "automation" } },
  ]);
});

test("[S50] mounts are switched on and off independently, and omitted ones stay", async () => {
  const wanted = { ...format, mounts: { opus: { isOn: true, bitrate: 64 }, hls: { isOn: true } } };
  await admin.call("POST", "/api/stream/config", { body: wanted });
  const both = await info();
  const onlyHls = { ...format, mounts: { opus: { isOn: false } } };
  await admin.call("POST", "/api/stream/config", { body: onlyHls });
  const one = await info();
  await admin.call("POST", "/api/stream/config", { body: format });

  expect(both.mounts).toEqual([
    { name: "Opus", url: "http://127.0.0.1:8000/stream.opus" },
    { name: "HLS", url: "http://127.0.0.1:8000/hls/live.m3u8" },
  ]);
  expect(both.config.mounts.opus).toEqual({ isOn: true, bitrate: 64 });
  expect(one.config.mounts).toEqual({
    opus: { isOn: false, bitrate: 64 },
    aac: { isOn: false, bitrate: 128 },
    hls: { isOn: true },
  });
  expect(await info()).toEqual(one);
});

test.each([
  [{ opus: { isOn: true, bitrate: 100 } }, format, "mounts.opus.bitrate"],
  // 192 kbit/s is the maximum for one channel of AAC at 32 kHz.
  [
    { hls: { isOn: true }, aac: { isOn: false, bitrate: 256 } },
    { ...format, sampleRate: 32_000 },
    "mounts.aac.bitrate",
  ],
])(
  "[S51] a bitrate that a mount does not support is refused, and nothing changes: %j",
  async (mounts, sound, field) => {
    const before = await info();

    const answer = await admin.call("POST", "/api/stream/config", { body: { ...sound, mounts } });

    expect(answer).toMatchObject({ status: 400, body: { code: "invalid_request", field } });
    expect(await info()).toEqual(before);
  },
);
