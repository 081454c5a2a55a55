import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { connect as connectSecure, type TLSSocket } from "node:tls";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createTestCertificate } from "@neonrelay/process/test-certificate";
import { TlsDoor } from "@neonrelay/process/tls-door";
import { createLog } from "@neonrelay/process/log";
import { trustedProxies } from "@neonrelay/process/client-address";
import { DjKeys } from "../djs/dj-keys.ts";
import { DjAdmin } from "../djs/dj-admin.ts";
import { SourceDoor } from "../djs/source-door.ts";
import { SourceGate } from "../djs/source-gate.ts";
import { PROGRAMME_RATE_HZ } from "../engine/engine-protocol.ts";
import { silentMp3Frame } from "../programme/silent-frames.ts";
import { defaultSettings } from "../protocol/index.ts";
import { formatOf } from "./mount-formats.ts";
import { createStreamTitle } from "./icy.ts";
import type { ListenerHub } from "./listener-hub.ts";
import { Mounts } from "./mounts.ts";
import { Ring, type StreamBlock } from "./ring.ts";
import { mountStatusOf, type StreamStatus } from "./stream-status.ts";
import { StreamServer } from "./stream-server.ts";
import { noAudience } from "./test-audience.ts";

const CID = "5bb6f8a0-1111-4222-8333-444455556666";
const title = createStreamTitle("Ana - 1984");
const format = formatOf("mp3", { ...defaultSettings, bitrateKbps: 128 });
const noPrelude = Buffer.alloc(0);
let settings = { ...defaultSettings, maxListeners: 2 };
let ring: Ring;
let hub: ListenerHub;
let mounts: Mounts;
let server: StreamServer;
let port = 0;
let attached: { readonly cid: string; readonly startMs: number }[] = [];
let sockets: Socket[] = [];
let countChanged = Promise.withResolvers<void>();
let source: StreamStatus["source"] = "programme";
let statusFails = false;
const limits = { perNetwork: 3, fromLoopback: 200 };
/** Tests set their address with X-Forwarded-For. */
const proxies = trustedProxies(["127.0.0.1"]);
const PROBE = "GET /stream.mp3 HTTP/1.1\r\nUser-Agent: AppleCoreMedia/1.0.0\r\nRange: bytes=0-1";

beforeEach(async () => {
  settings = { ...defaultSettings, maxListeners: 2 };
  source = "programme";
  attached = [];
  sockets = [];
  ring = new Ring(PROGRAMME_RATE_HZ * 100);
  mounts = new Mounts({
    audience: noAudience,
    limits,
    wallMsOf: (positionSamples) => positionSamples / 44.1,
    log: createLog({ part: "test", level: "silent" }),
    onCountChanged: () => {
      countChanged.resolve();
      countChanged = Promise.withResolvers();
    },
    onAttached: (session) => attached.push(session),
  });
  mounts.follow(new Map([["mp3", ring]]), settings);
  const mount = mounts.at("/stream.mp3");
  if (mount === undefined) throw new Error("no mount");
  ({ hub } = mount);
  server = makeServer(null);
  port = await server.listen({ host: "127.0.0.1", port: 0 });
});
afterEach(async () => {
  vi.useRealTimers();
  for (const socket of sockets) socket.destroy();
  await server.close();
});

function makeServer(tls: TlsDoor | null): StreamServer {
  return new StreamServer({
    mounts,
    ...makeDoor(),
    edges: { answer: (_request, response) => void response.destroy() },
    relays: { answer: (_request, response) => void response.destroy() },
    proxies,
    limits,
    publicStreamUrl: null,
    tls,
    settings: () => settings,
    status: (baseUrl) => ({
      ...(statusFails ? failStatus() : {}),
      settings: { ...settings, stationName: "<b>Neon</b>" },
      source,
      title: ring.newest?.title.text ?? null,
      listeners: hub.count,
      listenerPeak: hub.peak,
      probes: [
        {
          path: "/stream.mp3",
          problem: "Nothing is heard",
          levelDb: null,
          titleAgeMs: null,
          ageMs: 0,
        },
      ],
      mounts: mounts.all.map((mount) => mountStatusOf(mount, settings)),
      serverStartedAtMs: 0,
      streamStartedAtMs: ring.newest === undefined ? null : 1000,
      baseUrl,
      siteUrl: "http://radio.test:5000/",
    }),
    log: createLog({ part: "test", level: "silent" }),
  });
}

/** There are no keys, so no source gets as far as the DJ line-up. */
function makeDoor(): { readonly door: SourceDoor; readonly admin: DjAdmin } {
  const log = createLog({ part: "test", level: "silent" });
  const keys = new DjKeys({ path: path.join(tmpdir(), "no-such-folder", "dj-keys.json"), log });
  const gate = new SourceGate({ keys, onRefused: () => {} });
  const lineup = {
    connect: () => {
      throw new Error("a source without a key");
    },
    whyRefused: () => null,
    sessionOf: () => undefined,
    kickOnAir: () => false,
  };
  return {
    door: new SourceDoor({ lineup, gate, proxies }),
    admin: new DjAdmin({ lineup, gate }),
  };
}

function failStatus(): never {
  throw new Error("no status");
}

/** Appends a block of 13 frames, 0.34 s at 128 kbit/s. */
function appendBlock(): void {
  const bytes = Buffer.concat(Array.from({ length: 13 }, () => silentMp3Frame(format)));
  append({ bytes, samples: 13 * 1152 });
}

function append(
  block: Pick<StreamBlock, "bytes" | "samples"> & Partial<Pick<StreamBlock, "format" | "title">>,
): void {
  ring.append({ title, format, prelude: noPrelude, positionSamples: ring.endSamples, ...block });
}

function fillRing(): void {
  for (let index = 0; index < 40; index += 1) appendBlock();
}

/** Sends a raw request, so that the test sees what is on the wire. */
function ask(
  head: string,
  { allowHalfOpen }: { readonly allowHalfOpen: boolean } = { allowHalfOpen: false },
): {
  readonly socket: Socket;
  readonly read: (bytes: number) => Promise<Buffer>;
} {
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen });
  sockets.push(socket);
  socket.on("error", () => {});
  let received = Buffer.alloc(0);
  let changed = Promise.withResolvers<void>();
  socket.on("data", (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    changed.resolve();
    changed = Promise.withResolvers();
  });
  socket.write(`${head}\r\nHost: radio.test:8000\r\n\r\n`);
  return {
    socket,
    read: async (bytes) => {
      while (received.length < bytes) await changed.promise;
      return received;
    },
  };
}

async function readAll(socket: Socket): Promise<Buffer> {
  const chunks: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => chunks.push(chunk));
  await once(socket, "close");
  return Buffer.concat(chunks);
}

function split(answer: Buffer): { readonly head: string; readonly body: Buffer } {
  const end = answer.indexOf("\r\n\r\n");
  return { head: answer.subarray(0, end).toString(), body: answer.subarray(end + 4) };
}

test("a listener gets an unchunked answer and a burst that starts with a frame", async () => {
  fillRing();
  const { read } = ask(`GET /stream.mp3?cid=${CID} HTTP/1.1\r\nRange: bytes=0-`);

  const { head, body } = split(await read(64 * 1024));

  expect(head).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  const lower = head.toLowerCase();
  expect(lower).toContain("connection: close");
  expect(lower).toContain("cache-control: no-store, no-transform");
  expect(lower).toContain("x-accel-buffering: no");
  expect(lower).toContain("accept-ranges: none");
  expect(lower.match(/access-control-allow-origin: \*/g)).toHaveLength(1);
  expect(lower).not.toMatch(/^(content-length|transfer-encoding|icy-metaint):/m);
  expect(body.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xfb]));
});

test("a browser's connection is reported with the programme position of its first frame", async () => {
  fillRing();
  const { read } = ask(`GET /stream.mp3?cid=${CID.toUpperCase()} HTTP/1.1`);
  await read(64 * 1024);

  const startMs = ((ring.burstStart()?.positionSamples ?? 0) / PROGRAMME_RATE_HZ) * 1000;
  expect(attached).toEqual([{ cid: CID, startMs }]);
  expect(mounts.sessionStartMs(CID)).toBe(startMs);
});

test("new blocks reach a listener as they come", async () => {
  fillRing();
  const burst = ring.burstStart();
  const { read } = ask("GET /stream.mp3 HTTP/1.0");
  const first = split(await read(64 * 1024));
  const burstBlocks = ring.nextSequence - (burst?.sequence ?? 0);
  const wanted = (burstBlocks + 2) * 13 * silentMp3Frame(format).length;

  appendBlock();
  appendBlock();

  const { body } = split(await read(first.head.length + 4 + wanted));
  expect(body).toHaveLength(wanted);
});

test("after an emergency stop a new listener gets none of the sound before it", async () => {
  fillRing();
  mounts.follow(new Map([["mp3", ring]]), { ...settings, isPlaying: false, volume: 0 });
  appendBlock();
  const blockBytes = 13 * silentMp3Frame(format).length;
  const { read } = ask("GET /stream.mp3 HTTP/1.0");
  const { head } = split(await read(blockBytes));
  appendBlock();

  const { body } = split(await read(head.length + 4 + blockBytes * 2));

  expect(body).toHaveLength(blockBytes * 2);
});

test("clients that ask for titles get one every 16000 bytes", async () => {
  fillRing();
  const { read } = ask("GET /stream.mp3 HTTP/1.1\r\nIcy-MetaData: 1");

  const { head, body } = split(await read(40_000));

  expect(head).toContain("icy-metaint: 16000");
  expect(body.subarray(16_000, 16_000 + title.icyBlock.length)).toEqual(title.icyBlock);
  expect(body[16_000 + title.icyBlock.length + 16_000]).toBe(0);
});

test("HEAD has the headers of the stream but no body, and does not count as a listener", async () => {
  fillRing();
  const { socket } = ask("HEAD /stream.mp3 HTTP/1.1\r\nIcy-MetaData: 1");

  const { head, body } = split(await readAll(socket));

  expect(head).toMatch(/^HTTP\/1\.1 200/);
  expect(head).toContain("icy-metaint: 16000");
  expect(head.toLowerCase()).not.toMatch(/^(transfer-encoding|content-length):/m);
  expect(body).toHaveLength(0);
  expect(hub.count).toBe(0);
});

test.each(["Host: evil.example", "host: radio.test:8000", "HOST:"])(
  "a request with '%s' and another Host is refused",
  async (host) => {
    const { socket } = ask(`GET /stream.mp3.m3u HTTP/1.1\r\nConnection: close\r\n${host}`);

    const { head, body } = split(await readAll(socket));

    expect(head).toMatch(/^HTTP\/1\.1 400 /);
    expect(String(body)).toBe("Two Host headers.\n");
  },
);

test("OPTIONS allows pages of any origin", async () => {
  const response = await fetch(`http://127.0.0.1:${port}/stream.mp3`, { method: "OPTIONS" });

  expect(response.status).toBe(204);
  expect(response.headers.get("access-control-allow-origin")).toBe("*");
  expect(response.headers.get("access-control-allow-headers")).toContain("Icy-MetaData");
});

test("the two-byte probe gets two bytes and does not count as a listener", async () => {
  fillRing();
  const headers = { Range: "bytes=0-1" };
  const response = await fetch(`http://127.0.0.1:${port}/stream.mp3`, { headers });

  expect(response.status).toBe(206);
  expect(response.headers.get("content-range")).toBe("bytes 0-1/*");
  expect(new Uint8Array(await response.arrayBuffer())).toEqual(new Uint8Array([0xff, 0xfb]));
  expect(hub.peak).toBe(0);
});

test("a player that resumes midway gets 416", async () => {
  fillRing();
  const headers = { Range: "bytes=70000-" };
  const response = await fetch(`http://127.0.0.1:${port}/stream.mp3`, { headers });

  expect(response.status).toBe(416);
  expect(response.headers.get("access-control-allow-origin")).toBe("*");
});

test("AppleCoreMedia's probe gets the burst, then the end, and does not count as a listener", async () => {
  fillRing();
  const { socket } = ask(
    "GET /stream.mp3 HTTP/1.1\r\nUser-Agent: AppleCoreMedia/1.0.0\r\nRange: bytes=0-1",
  );

  const { head, body } = split(await readAll(socket));

  expect(head).toMatch(/^HTTP\/1\.1 200/);
  expect(body.length).toBeGreaterThanOrEqual(64 * 1024);
  expect(hub.peak).toBe(0);
});

test("listener n+1 gets 503 with Retry-After, while relays and a known cid are admitted", async () => {
  fillRing();
  await ask(`GET /stream.mp3?cid=${CID} HTTP/1.1`).read(100);
  await ask("GET /stream.mp3 HTTP/1.1").read(100);

  const refused = await fetch(`http://127.0.0.1:${port}/stream.mp3`);
  const relay = await ask("GET /stream.mp3 HTTP/1.1\r\nUser-Agent: Icecast 2.4.4").read(100);
  const again = await ask(`GET /stream.mp3?cid=${CID} HTTP/1.1`).read(100);

  expect(refused.status).toBe(503);
  expect(refused.headers.get("retry-after")).toBe("30");
  expect(relay.toString()).toMatch(/^HTTP\/1\.1 200/);
  expect(again.toString()).toMatch(/^HTTP\/1\.1 200/);
  expect(hub.count).toBe(2);
});

test("relays and monitors are limited, too: the seventy-first from this machine is refused", async () => {
  fillRing();
  const listener = ask("GET /stream.mp3 HTTP/1.1");
  await listener.read(100);
  const relay = "GET /stream.mp3 HTTP/1.1\r\nUser-Agent: Icecast 2.4.4";
  await Promise.all(Array.from({ length: 70 }, () => ask(relay).read(100)));

  const refused = split(await readAll(ask(relay.replace("1.1", "1.0")).socket));
  const second = await ask("GET /stream.mp3 HTTP/1.1").read(100);

  expect(hub.connections).toBe(72);
  expect(refused.head).toMatch(/^HTTP\/1\.1 503 [^]*\r\nRetry-After: 30(?:\r\n|$)/);
  expect(second.toString()).toMatch(/^HTTP\/1\.1 200/);
});

test("a listener who leaves no longer counts", async () => {
  fillRing();
  const { socket, read } = ask("GET /stream.mp3 HTTP/1.1");
  await read(100);
  expect(hub.count).toBe(1);

  const changed = countChanged.promise;
  socket.destroy();
  await changed;

  expect(hub.count).toBe(0);
  expect(hub.peak).toBe(1);
});

test("before the first block the mount does not exist yet", async () => {
  const response = await fetch(`http://127.0.0.1:${port}/stream.mp3`);
  const status: unknown = await (await fetch(`http://127.0.0.1:${port}/status-json.xsl`)).json();

  expect(response.status).toBe(503);
  expect(response.headers.get("retry-after")).toBe("1");
  expect(status).toEqual({ icestats: expect.not.objectContaining({ source: expect.anything() }) });
});

test("off air the mount says so and when to retry, listeners are ended, playlists stay; then it is back at once", async () => {
  fillRing();
  const listener = ask("GET /stream.mp3 HTTP/1.1");
  await listener.read(64 * 1024);
  const ended = once(listener.socket, "close");

  settings = { ...settings, isStreaming: false };
  hub.endAll();
  await ended;
  appendBlock();
  const refused = split(await readAll(ask("GET /stream.mp3 HTTP/1.0").socket));
  const head = await fetch(`http://127.0.0.1:${port}/stream.mp3`, { method: "HEAD" });
  const playlist = await fetch(`http://127.0.0.1:${port}/stream.m3u`);
  const page = await (await fetch(`http://127.0.0.1:${port}/`)).text();
  const status: unknown = await (await fetch(`http://127.0.0.1:${port}/status-json.xsl`)).json();
  settings = { ...settings, isStreaming: true };
  const back = await ask("GET /stream.mp3 HTTP/1.1").read(64 * 1024);

  expect(hub.slowListeners).toBe(0);
  expect(refused.head).toMatch(/^HTTP\/1\.1 503 [^]*\r\nRetry-After: 30(?:\r\n|$)/);
  expect(refused.body.toString()).toBe("The station is off air, please try again later.\n");
  expect(head.status).toBe(503);
  expect(playlist.status).toBe(200);
  expect(page).toContain("Off air");
  expect(status).toEqual({ icestats: expect.not.objectContaining({ source: expect.anything() }) });
  expect(split(back).head).toMatch(/^HTTP\/1\.1 200 /);
});

test("a listener hears the old format to its end and is disconnected; new listeners start with the new one", async () => {
  fillRing();
  const first = ask("GET /stream.mp3 HTTP/1.0");
  await first.read(64 * 1024);
  const heard = readAll(first.socket);
  const mono = { ...format, sampleRateHz: 48_000, channels: 1 };
  const bytes = Buffer.concat(Array.from({ length: 200 }, () => silentMp3Frame(mono)));

  settings = { ...settings, ...mono };
  append({ bytes, samples: 211_680, format: mono });
  const last = (await heard).subarray(-silentMp3Frame(format).length);
  const next = split(await ask("GET /stream.mp3 HTTP/1.0").read(bytes.length));

  expect(last).toEqual(silentMp3Frame(format));
  expect(hub.slowListeners).toBe(0);
  expect(next.head).toContain("ice-audio-info: samplerate=48000;bitrate=128;channels=1");
  expect(next.body.subarray(0, 384)).toEqual(silentMp3Frame(mono));
});

test("a listener who stops reading is disconnected when more than 30 s behind", async () => {
  fillRing();
  const { socket, read } = ask("GET /stream.mp3 HTTP/1.1");
  await read(100);
  socket.pause();
  const closed = countChanged.promise;

  // Half a second of programme each, large enough to fill the kernel's buffers quickly.
  for (let index = 0; hub.count > 0 && index < 400; index += 1) {
    append({ bytes: Buffer.alloc(512 * 1024), samples: PROGRAMME_RATE_HZ / 2 });
    await new Promise((resolve) => setImmediate(resolve));
  }
  await closed;

  expect(hub.slowListeners).toBe(1);
});

test("a listener who keeps sending is disconnected, with no answer injected into the stream", async () => {
  fillRing();
  const { socket, read } = ask("GET /stream.mp3 HTTP/1.1");
  await read(64 * 1024);
  socket.write("GET / HTTP/1.1\r\nHost: radio.test\r\n\r\n");

  await once(socket, "close");

  expect((await read(0)).subarray(100).includes("HTTP/1.1")).toBe(false);
});

test("a request for the stream pipelined after another request ends only that connection", async () => {
  fillRing();
  const { socket } = ask(
    "GET /status-json.xsl HTTP/1.1\r\nHost: radio.test\r\n\r\nGET /stream.mp3 HTTP/1.1",
  );

  await once(socket, "close");

  expect(hub.connections).toBe(0);
  expect((await fetch(`http://127.0.0.1:${port}/status-json.xsl`)).status).toBe(200);
});

test("a failing request gets a 500, and the next one is answered as usual", async () => {
  statusFails = true;
  const wrong = await fetch(`http://127.0.0.1:${port}/status-json.xsl`);
  statusFails = false;
  const next = await fetch(`http://127.0.0.1:${port}/status-json.xsl`);

  expect([wrong.status, next.status]).toEqual([500, 200]);
});

test("an absolute-form address means the same address", async () => {
  const page = split(await readAll(ask("GET http://radio.test/stream.m3u HTTP/1.0").socket));

  expect(page.head).toMatch(/^HTTP\/1\.1 200/);
});

test("a browser may have four connections at most", async () => {
  fillRing();
  for (let held = 0; held < 4; held += 1)
    await ask(`GET /stream.mp3?cid=${CID} HTTP/1.1`).read(100);

  const fifth = await fetch(`http://127.0.0.1:${port}/stream.mp3?cid=${CID}`);

  expect(fifth.status).toBe(503);
  expect(fifth.headers.get("retry-after")).toBe("30");
});

test("a prober that does not close is disconnected", async () => {
  fillRing();
  const { socket } = ask(PROBE, { allowHalfOpen: true });

  await once(socket, "end");

  await expect.poll(() => hub.connections).toBe(0);
});

test("a prober that does not read is cut off after ten seconds", async () => {
  for (let index = 0; index < 8; index += 1)
    append({ bytes: Buffer.alloc(4 * 1024 * 1024), samples: PROGRAMME_RATE_HZ / 2 });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { socket } = ask(PROBE);
  socket.pause();
  await expect.poll(() => hub.connections).toBe(1);

  vi.advanceTimersByTime(10_000);

  await expect.poll(() => hub.connections).toBe(0);
});

test("playlists point to the mount under the host name the player used", async () => {
  const m3u = split(await readAll(ask("GET /stream.mp3.m3u HTTP/1.0").socket));
  const pls = split(await readAll(ask("GET /stream.pls HTTP/1.0").socket));

  expect(m3u.head).toContain("audio/x-mpegurl");
  expect(m3u.body.toString()).toBe("http://radio.test:8000/stream.mp3\r\n");
  expect(pls.body.toString()).toContain("File1=http://radio.test:8000/stream.mp3\r\n");
});

test("status-json has Icecast's shape, and a title of digits stays text", async () => {
  append({ bytes: Buffer.alloc(10), samples: 1152, title: createStreamTitle("1984") });
  const response = await fetch(`http://127.0.0.1:${port}/status-json.xsl`);

  expect(await response.json()).toEqual({
    icestats: expect.objectContaining({
      server_start_iso8601: "1970-01-01T00:00:00+0000",
      server_start: "Thu, 01 Jan 1970 00:00:00 +0000",
      dummy: null,
      source: expect.objectContaining({
        title: "1984",
        listeners: 0,
        bitrate: 128,
        listenurl: `http://127.0.0.1:${port}/stream.mp3`,
        dummy: null,
      }),
    }),
  });
});

test("the status page shows names as text, never as markup", async () => {
  const response = await fetch(`http://127.0.0.1:${port}/`);
  const page = await response.text();

  expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(response.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  expect(page).toContain("&lt;b&gt;Neon&lt;/b&gt;");
  expect(page).not.toContain("<b>Neon");
});

test("the status page says that the programme was faded out or paused, and that the emergency loop is not music", async () => {
  fillRing();
  const shown: string[] = [];

  for (source of ["programme", "faded-out", "paused", "emergency"] as const) {
    const page = await (await fetch(`http://127.0.0.1:${port}/`)).text();
    const [, badge, title] =
      /class="badge[^"]*">([^<]*)<[^]*class="title">([^<]*)</.exec(page) ?? [];
    shown.push(`${badge}: ${title}`);
  }

  expect(shown).toEqual([
    "LIVE: Ana - 1984",
    "Faded out: Ana - 1984",
    "OFFLINE: Station paused",
    "No music: The emergency loop is on air",
  ]);
});

test("the status page links to the station's site, and uses its colours", async () => {
  const response = await fetch(`http://127.0.0.1:${port}/`);
  const page = await response.text();

  expect(page).toContain('href="http://radio.test:5000/"');
  expect(page).toContain(`--primary:${settings.colors.primary}`);
  expect(page).toContain(`--secondary:${settings.colors.secondary}`);
});

test("the status page has a player, so it does not reload while playing", async () => {
  const response = await fetch(`http://127.0.0.1:${port}/`);

  expect(response.headers.get("refresh")).toBeNull();
  expect(await response.text()).not.toContain("http-equiv");
});

test("other addresses are 404, other methods 405, and nonsense ends the connection", async () => {
  const missing = await fetch(`http://127.0.0.1:${port}/admin/nothing`);
  const put = await fetch(`http://127.0.0.1:${port}/stream.mp3`, { method: "DELETE" });
  const nonsense = await readAll(ask("\0\0 nonsense").socket);

  expect(missing.status).toBe(404);
  expect(put.status).toBe(405);
  expect(nonsense).toHaveLength(0);
});

/** Sends a request through a proxy, as a client at that address. */
function askFrom(address: string, head: string): ReturnType<typeof ask> {
  return ask(`${head}\r\nX-Forwarded-For: 198.51.100.9, ${address}`);
}

/** Asks from another address of this machine, which is not a trusted proxy. */
function askAsStranger(question: string): Socket {
  const socket = connect({ port, host: "127.0.0.1", localAddress: "127.0.0.2" });
  sockets.push(socket);
  socket.on("error", () => {});
  socket.write(question);
  return socket;
}

test("[S48] a network that floods a mount is held to its share, and others get in at once", async () => {
  settings = { ...settings, maxListeners: 6 };
  fillRing();
  const flood = Array.from({ length: 20 }, (_, index) =>
    askFrom(`2001:db8::${index}`, "GET /stream.mp3 HTTP/1.0"),
  );
  const answers = await Promise.all(flood.map(async ({ read }) => (await read(100)).toString()));

  const other = await askFrom("192.0.2.7", "GET /stream.mp3 HTTP/1.0").read(100);

  const statuses = answers.map((answer) => answer.split(" ")[1]);
  expect(statuses.filter((status) => status === "200")).toHaveLength(3);
  expect(statuses.filter((status) => status === "429")).toHaveLength(17);
  expect(answers.find((answer) => answer.includes(" 429 "))).toMatch(/\r\nRetry-After: 30\r\n/);
  expect(other.toString()).toMatch(/^HTTP\/1\.1 200 /);
  expect(mounts.listeners).toBe(4);
});

test("[S48] X-Forwarded-For from strangers is ignored", async () => {
  fillRing();
  settings = { ...settings, maxListeners: 100 };
  const question = "GET /stream.mp3 HTTP/1.0\r\nX-Forwarded-For: 192.0.2.7\r\n\r\n";
  for (let index = 0; index < 4; index += 1) {
    const [answer] = await once(askAsStranger(question), "data");

    expect(String(answer)).toMatch(/^HTTP\/1\.1 200 /);
  }
});

test("[S49] silent connections make room for those that send a request", async () => {
  fillRing();
  const silent = Array.from({ length: 210 }, () => askAsStranger("GET /stream.mp3 HTT"));

  const [answer] = await once(askAsStranger("GET /stream.mp3 HTTP/1.0\r\n\r\n"), "data");

  expect(String(answer)).toMatch(/^HTTP\/1\.1 200 /);
  await expect.poll(() => silent.filter((socket) => socket.closed)).toHaveLength(11);
});

test("[S1] a silent connection is cut off after ten seconds", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const before = vi.getTimerCount();
  const socket = connect({ port, host: "127.0.0.1" })
    .on("error", () => {})
    .resume();
  sockets.push(socket);
  const closed = new Promise((resolve) => socket.once("close", resolve));
  await expect.poll(() => vi.getTimerCount()).toBeGreaterThan(before);

  vi.advanceTimersByTime(10_000);

  await closed;
});

test.each(["SOURCE /live HTTP/1.0\r\nx: ", "GET /admin/metadata?song="])(
  "[S1] a connection that continues %j without end is cut off after ten seconds",
  async (beginning) => {
    fillRing();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const before = vi.getTimerCount();
    const socket = connect({ port, host: "127.0.0.1" }).on("error", () => {});
    sockets.push(socket);
    const closed = new Promise((resolve) => socket.once("close", resolve));
    for (const letter of beginning) socket.write(letter);
    await expect.poll(() => vi.getTimerCount()).toBeGreaterThan(before);
    const [other] = await once(askAsStranger("GET /stream.mp3 HTTP/1.0\r\n\r\n"), "data");

    for (let second = 0; second < 10; second += 1) {
      socket.write("x");
      vi.advanceTimersByTime(1000);
    }
    await closed;

    expect(String(other)).toMatch(/^HTTP\/1\.1 200 /);
  },
);

/** Asks via the web port: the connection comes with its request already read. */
async function askHanded(target: string, headers = ""): Promise<Socket> {
  const webPort = createServer((socket) => {
    const head = `${target} HTTP/1.1\r\nhost: radio.test\r\n${headers}connection: close\r\n\r\n`;
    const request = { head, address: "192.0.2.7", origin: "https://radio.test" };
    server.takeHanded({ socket, request });
    webPort.close();
  }).listen({ host: "127.0.0.1", port: 0 });
  await once(webPort, "listening");
  const address = webPort.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const socket = connect(address.port, "127.0.0.1").on("error", () => {});
  sockets.push(socket);
  return socket;
}

test("[S60] a connection handed over by the web port is a listener like any other", async () => {
  fillRing();
  const socket = await askHanded(`GET /stream.mp3?cid=${CID}`, "icy-metadata: 1\r\n");
  let received = Buffer.alloc(0);
  socket.on("data", (chunk: Buffer) => (received = Buffer.concat([received, chunk])));

  await expect.poll(() => received.length).toBeGreaterThan(64 * 1024);

  const { head } = split(received);
  expect(head).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(head).toContain("icy-metaint: 16000");
  expect([hub.count, mounts.sessionStartMs(CID) !== undefined]).toEqual([1, true]);
});

test("[S60] a handed-over client gets playlists with the web port's address, and one answer", async () => {
  const playlist = split(await readAll(await askHanded("GET /stream.m3u")));
  const full = await readAll(await askHanded("GET /stream.mp3"));

  expect(playlist.body.toString()).toBe("https://radio.test/stream.mp3\r\n");
  expect(full.toString()).toMatch(/^HTTP\/1\.1 503 .*\r\n[^]*Retry-After: 1\r\n/);
});

test("an address that players kept from other software plays the stream on both ports, but hides none of our own", async () => {
  fillRing();
  const oldAddresses = [
    "/radio/8000/radio.mp3",
    "/stream/1",
    "/old.opus",
    "/",
    "/status-json.xsl",
    "/stream.m3u",
  ].map((path) => ({
    path,
    codec: path === "/old.opus" ? ("opus" as const) : ("mp3" as const),
  }));
  settings = { ...settings, oldAddresses };

  const own = split(await ask("GET /old.opus HTTP/1.1").read(64 * 1024));
  const handed = await askHanded("GET /radio/8000/radio.mp3");
  let received = "";
  handed.on("data", (chunk: Buffer) => (received += chunk.toString("latin1")));
  await expect.poll(() => received.length).toBeGreaterThan(64 * 1024);
  const page = await fetch(`http://127.0.0.1:${port}/`);
  for (const socket of sockets) socket.destroy();
  const player = split(
    await ask("GET / HTTP/1.1\r\nUser-Agent: VLC/3.0.20 LibVLC/3.0.20").read(4096),
  );
  const below = split(await ask("GET /stream/1 HTTP/1.1").read(4096));
  const status = await fetch(`http://127.0.0.1:${port}/status-json.xsl`);
  const playlist = await fetch(`http://127.0.0.1:${port}/stream.m3u`);
  const other = await fetch(`http://127.0.0.1:${port}/radio/8000/other.mp3`);

  // Opus is off here.
  expect(own.head).toContain("Content-Type: audio/mpeg");
  expect(received).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(page.headers.get("content-type")).toContain("text/html");
  expect(page.headers.get("vary")).toBe("User-Agent");
  expect([player.head, below.head]).toEqual([
    expect.stringMatching(/Content-Type: audio\/mpeg[^]*Vary: User-Agent/),
    expect.stringContaining("Content-Type: audio/mpeg"),
  ]);
  expect(status.headers.get("content-type")).toContain("application/json");
  expect(playlist.headers.get("content-type")).toContain("mpegurl");
  expect(other.status).toBe(404);
});

test.each([
  "/admin.cgi?pass=wrong&mode=updinfo&song=x",
  "/admin/metadata",
  "/",
  "/status-json.xsl",
])("[S60] %s is not on the web port", async (path) => {
  const { head } = split(await readAll(await askHanded(`GET ${path}`)));

  expect(head).toMatch(/^HTTP\/1\.1 404/);
});

test(
  "with a certificate the port speaks TLS to clients that start with it: listeners, playlists and DJs",
  { tags: ["openssl"] },
  async () => {
    fillRing();
    const pair = await createTestCertificate();
    const tls = { files: { certificate: "/no/cert.pem", key: "/no/key.pem" }, pair };
    const log = createLog({ part: "test", level: "silent" });
    await using stack = new AsyncDisposableStack();
    const secured = makeServer(new TlsDoor(tls, { owner: "the test", log }));
    stack.defer(() => secured.close());
    port = await secured.listen({ host: "127.0.0.1", port: 0 });
    const secure = (head: string): TLSSocket => {
      const socket = connectSecure({
        port,
        host: "127.0.0.1",
        servername: "localhost",
        ca: pair.cert,
      });
      sockets.push(socket);
      socket.write(`${head}\r\nHost: radio.test:8000\r\n\r\n`);
      return socket;
    };

    const listening = secure(`GET /stream.mp3?cid=${CID} HTTP/1.1`);
    let heardBytes = 0;
    listening.on("data", (chunk: Buffer) => (heardBytes += chunk.length));
    await expect.poll(() => heardBytes).toBeGreaterThan(64 * 1024);
    const burstBytes = heardBytes;
    appendBlock();
    await expect.poll(() => heardBytes).toBeGreaterThan(burstBytes);
    const playlist = await readAll(secure("GET /stream.m3u HTTP/1.0"));
    const plain = await readAll(ask("GET /stream.m3u HTTP/1.0").socket);
    const page = await readAll(secure("GET / HTTP/1.0"));
    const source = await readAll(secure("PUT /live HTTP/1.1\r\nContent-Type: audio/mpeg"));

    expect(hub.count).toBe(1);
    expect(split(playlist).body.toString()).toBe("https://radio.test:8000/stream.mp3\r\n");
    expect(split(plain).body.toString()).toBe("http://radio.test:8000/stream.mp3\r\n");
    expect(split(page).body.toString()).toContain("https://radio.test:8000/stream.mp3");
    expect(split(source).head).toMatch(/^HTTP\/1\.1 401 /);
  },
);
