// @module-tag ffmpeg
// @module-tag icecast2
import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { TestIcecast } from "../icecast/test-icecast.ts";
import { defaultSettings } from "../protocol/index.ts";
import type { RunningOnAir } from "../start/start-on-air.ts";
import { startTestOnAir, TestServerSide, writeRisingTone } from "../start/test-on-air.ts";

const run = promisify(execFile);
const WAIT = { timeout: 60_000, interval: 50 };
const PASSWORD = "a-password-of-relays";
const MOUNTS = ["/stream.mp3", "/stream.opus", "/stream.aac"];
const allOn = { ...defaultSettings, isOpusOn: true, isAacOn: true };
let folder = "";
let url = "";
let server: TestServerSide;
let onAir: RunningOnAir;
let open: AsyncDisposableStack;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "relays-"));
  ({ onAir, url } = await startTestOnAir(folder, { relayPassword: PASSWORD }));
  server = new TestServerSide(folder);
  await server.giveTrack(await writeRisingTone(folder));
  await server.statusWhen(({ now, engine }) => now !== null && engine === "running");
});
beforeEach(async () => {
  open = new AsyncDisposableStack();
  await server.order("setSettings", allOn);
});
afterEach(async () => {
  await open.disposeAsync();
});
afterAll(async () => {
  server.close();
  await onAir.close();
  await rm(folder, { recursive: true });
});

async function startSlave(options: {
  readonly isOnDemand: boolean;
  readonly password?: string;
  readonly port?: number;
}): Promise<TestIcecast> {
  const port = Number(new URL(url).port);
  return open.use(await TestIcecast.start({ master: { port, password: PASSWORD, ...options } }));
}

/** A proxy to the station that records requested paths. */
async function watchedWay(): Promise<{ readonly port: number; readonly paths: readonly string[] }> {
  const paths: string[] = [];
  const way = createServer((icecast) => {
    const station = connect(Number(new URL(url).port), "127.0.0.1");
    icecast.once("data", (head) => paths.push(head.toString("latin1").split(" ")[1] ?? ""));
    icecast.pipe(station).pipe(icecast);
    for (const [end, other] of [
      [icecast, station],
      [station, icecast],
    ] as const)
      end.on("error", () => other.destroy()).on("close", () => other.destroy());
  });
  open.defer(() => void way.close());
  way.listen(0, "127.0.0.1");
  await once(way, "listening");
  const address = way.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return { port: address.port, paths };
}

/** What Icecast has on air. */
async function shown(icecast: TestIcecast): Promise<string> {
  return (await fetch(`${icecast.url}/status-json.xsl`)).text();
}

/** @returns ffmpeg's complaints about two seconds of a mount */
async function complaints(address: string): Promise<string> {
  const { stderr } = await run("ffmpeg", [
    "-v",
    "error",
    "-t",
    "2",
    "-i",
    address,
    "-f",
    "null",
    "-",
  ]);
  return stderr;
}

async function statusOf(address: string): Promise<number> {
  const { status, body } = await fetch(address);
  await body?.cancel();
  return status;
}

test("[S114] Icecast carries all its master's mounts, with titles, as they are switched on and off", async () => {
  const icecast = await startSlave({ isOnDemand: false });

  for (const mount of MOUNTS) {
    await expect.poll(async () => statusOf(`${icecast.url}${mount}`), WAIT).toBe(200);
    // Icecast cuts its burst anywhere, and half an AAC frame at the start can look like a whole one.
    await expect.poll(async () => complaints(`${icecast.url}${mount}`), WAIT).toBe("");
  }
  await expect.poll(async () => shown(icecast), WAIT).toContain("Test - Tone");
  const { listeners } = await server.statusWhen(() => true);
  await server.order("setSettings", { ...allOn, isOpusOn: false });
  await expect.poll(async () => statusOf(`${icecast.url}/stream.opus`), WAIT).toBe(404);

  expect(listeners).toBe(0);
  expect(await statusOf(`${icecast.url}/stream.mp3`)).toBe(200);
});

test("[S114] with relays-on-demand Icecast requests a mount once it has a listener there", async () => {
  const { port, paths } = await watchedWay();
  const icecast = await startSlave({ isOnDemand: true, port });
  const list = "/admin/streamlist.txt";
  // By its second request it has handled the first; it asks every second.
  await expect.poll(() => paths.length, WAIT).toBeGreaterThan(1);
  expect(new Set(paths)).toEqual(new Set([list]));

  const complained = await complaints(`${icecast.url}/stream.opus`);

  expect(complained).toBe("");
  expect(paths.filter((asked) => asked !== list)).toEqual(["/stream.opus"]);
});

test("[S114] Icecast with a wrong password gets no mounts", async () => {
  const icecast = await startSlave({ isOnDemand: false, password: "a-wrong-password" });
  const other = await startSlave({ isOnDemand: false });
  await expect.poll(async () => statusOf(`${other.url}/stream.mp3`), WAIT).toBe(200);

  expect(await statusOf(`${icecast.url}/stream.mp3`)).toBe(404);
});
