import { execFile, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { amplitudeOf, decodeStream, makeTone } from "../audio/test-sound.ts";
import { TestPeer } from "../fetch/test-peer.ts";
import { setTitle } from "../icecast/set-title.ts";
import { SOURCE_PASSWORD, TestIcecast } from "../icecast/test-icecast.ts";
import { defaultSettings } from "../playout/playout-state.ts";
import type { AiredPlay, OnAirEvent, QueueEntry } from "../protocol.ts";
import type { RunningOnAir } from "../start-on-air.ts";
import { startTestOnAir, TestServerSide, testTrackId, writeRisingTone } from "../test-on-air.ts";

const run = promisify(execFile);
/** Low, and nowhere in the rising tone: a feed that is ahead is played faster by up to half a percent. */
const HZ = 220;
let folder = "";
let state = "";
let tone = "";
let peer: TestPeer;
let onAir: RunningOnAir;
let url = "";
let server: TestServerSide;
const at = (name: string): string => path.join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "external-"));
  tone = await writeRisingTone(folder);
  peer = await TestPeer.start();
  await makeTone({ file: at("short.mp3"), hz: HZ, seconds: 12, options: ["-b:a", "128k"] });
});
afterAll(async () => {
  await peer[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  peer.answers.clear();
  peer.asked.length = 0;
  state = await mkdtemp(path.join(folder, "state-"));
});
afterEach(async () => {
  server.close();
  await onAir.close();
});

/** @param clockSpeed how much faster than real time everything goes */
async function start(clockSpeed: number, settings = {}): Promise<void> {
  ({ onAir, url } = await startTestOnAir(state, { clockSpeed }));
  server = new TestServerSide(state);
  const allowedStreamHosts = ["127.0.0.1"];
  await server.order("setSettings", { ...defaultSettings, allowedStreamHosts, ...settings });
  await server.giveTrack(tone);
  await server.statusWhen(({ now, engine }) => now !== null && engine === "running");
}

function stream(address: string): QueueEntry {
  return {
    kind: "stream",
    entryId: randomUUID(),
    requestedBy: "ada",
    trackId: randomUUID(),
    path: address,
    title: "Other Station",
    artist: "Elsewhere",
    album: null,
    albumArtist: null,
    discNumber: null,
    trackNumber: null,
    genre: null,
    durationMs: null,
    gainDb: 0,
    cues: null,
  };
}

const isOf =
  ({ entryId }: QueueEntry) =>
  (status: { readonly now: AiredPlay | null }): boolean =>
    status.now?.entryId === entryId;

async function eventOf<Type extends OnAirEvent["type"]>(
  type: Type,
  isIt: (event: Extract<OnAirEvent, { type: Type }>) => boolean,
): Promise<Extract<OnAirEvent, { type: Type }>> {
  const ofType = (event: OnAirEvent): event is Extract<OnAirEvent, { type: Type }> =>
    event.type === type;
  const message = await server.message(
    (candidate) => candidate.kind === "event" && ofType(candidate.event) && isIt(candidate.event),
  );
  if (message.kind !== "event" || !ofType(message.event)) throw new Error("no such event");
  return message.event;
}

const skip = () => server.order("skip", { fadeMs: 100 });

/** How loud the stream's tone is in what a listener gets now. */
async function heardTone(): Promise<number> {
  const response = await fetch(`${url}/stream.mp3`);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > 150_000) break;
  }
  await writeFile(at("heard.mp3"), Buffer.concat(chunks));
  const pcm = await decodeStream(at("heard.mp3"));
  const count = 8820;
  return amplitudeOf(pcm, { from: pcm.length / 2 - 2 * count, count, hz: HZ });
}

/** An answer that goes on with that sound for as long as somebody listens. */
function endless(sound: Buffer): Parameters<TestPeer["answers"]["set"]>[1] {
  return (response) => {
    response.writeHead(200, { "content-type": "audio/mpeg" });
    const more = (): void => {
      while (!response.destroyed && response.write(sound));
    };
    response.on("drain", more).on("error", () => {});
    more();
  };
}

test("P74 a stream is skipped to, heard to its end, and then automation goes on", async () => {
  const name = "short.mp3";
  peer.serve(`/${name}`, await readFile(at(name)));
  await start(4);
  const wanted = stream(peer.url(`/${name}`));

  await server.order("setQueue", { entries: [wanted] });
  expect(await skip()).toEqual({ skipped: true });
  const { now, next } = await server.statusWhen(isOf(wanted));
  const ended = await eventOf("play.ended", ({ playId }) => playId === now?.playId);
  await server.statusWhen((status) => status.now?.trackId === testTrackId);

  expect(now).toMatchObject({
    kind: "stream",
    trackId: wanted.trackId,
    title: "Other Station",
    artist: "Elsewhere",
    requestedBy: "ada",
    durationMs: null,
  });
  expect(now?.sessionId).not.toBeNull();
  expect(next).toMatchObject({ trackId: testTrackId });
  expect(ended).toMatchObject({ reason: "finished", detail: null });
  expect(ended.playedMs).toBeGreaterThan(10_000);
  expect(peer.asked).toEqual([`/${name}`]);
});

test.each([
  ["MPEG-TS", ["-c:a", "aac", "-f", "hls", "-hls_segment_type", "mpegts"]],
  ["fMP4", ["-c:a", "aac", "-f", "hls", "-hls_segment_type", "fmp4"]],
])("P65 HLS of %s segments is heard", async (kind, options) => {
  const file = at("short.mp3");
  const list = at(`${kind}.m3u8`);
  const init = ["-hls_fmp4_init_filename", `${kind}-init.mp4`];
  const output = [...options, "-hls_time", "2", "-hls_list_size", "0", ...init, list];
  await run("ffmpeg", ["-v", "error", "-y", "-i", file, ...output]);
  for (const name of await readdir(folder))
    if (name.startsWith(kind)) peer.serve(`/${name}`, await readFile(at(name)));
  await start(4);
  const wanted = stream(peer.url(`/${kind}.m3u8`));

  await server.order("setQueue", { entries: [wanted] });
  await skip();
  const { now } = await server.statusWhen(isOf(wanted));
  const tones = await heardTone();
  const ended = await eventOf("play.ended", ({ playId }) => playId === now?.playId);

  expect(tones).toBeGreaterThan(0.2);
  expect(ended).toMatchObject({ reason: "finished", detail: null });
  expect(ended.playedMs).toBeGreaterThan(10_000);
  expect(new Set(peer.asked).size).toBe(peer.asked.length);
});

test("P71 a stream goes on when the engine dies, over the connection that is there", async () => {
  peer.answers.set("/live", endless(await readFile(at("short.mp3"))));
  await start(1);
  const wanted = stream(peer.url("/live"));
  await server.order("setQueue", { entries: [wanted] });
  await skip();
  const { now } = await server.statusWhen(isOf(wanted));
  const former = onAir.enginePid() ?? 0;

  process.kill(former, "SIGKILL");
  await server.statusWhen(({ engine }) => engine !== "running");
  const after = await server.statusWhen(({ engine }) => engine === "running");

  expect(after.now?.playId).toBe(now?.playId);
  expect(await heardTone()).toBeGreaterThan(0.2);
  expect(peer.asked).toEqual(["/live"]);
});

test("P69 while a stream can't be had other music plays, and another skip goes on with it", async () => {
  await start(4);
  const wanted = stream("http://10.255.255.1/not-allowed");

  await server.order("setQueue", { entries: [wanted] });
  const waiting = await server.statusWhen(({ next }) => next?.entryId === wanted.entryId);
  await skip();
  const { now } = await server.statusWhen(
    (status) => status.now !== null && status.now.playId !== waiting.now?.playId,
  );

  expect(now?.trackId).toBe(testTrackId);
});

test("P72 an Icecast server's stream and its titles are on air, until it goes", async () => {
  await using icecast = await TestIcecast.start();
  const mount = "/other.mp3";
  const password = encodeURIComponent(SOURCE_PASSWORD);
  const target = `icecast://source:${password}@127.0.0.1:${icecast.port}${mount}`;
  const source = `sine=f=${HZ}:r=44100`;
  const encode = ["-b:a", "128k", "-content_type", "audio/mpeg", "-f", "mp3", target];
  const dj = spawn("ffmpeg", ["-v", "error", "-re", "-f", "lavfi", "-i", source, ...encode]);
  const account = { host: "127.0.0.1", port: icecast.port, isTls: false, mount };
  const admin = { ...account, username: "source", password: SOURCE_PASSWORD };
  const tell = (title: string) =>
    setTitle({ server: admin, title, signal: AbortSignal.timeout(5000) });
  await expect.poll(() => tell("Ada - First"), { timeout: 10_000 }).toBe(true);
  await start(1);
  const wanted = stream(`${icecast.url}${mount}`);

  await server.order("setQueue", { entries: [wanted] });
  await skip();
  const { now } = await server.statusWhen(isOf(wanted));
  await tell("Ada - S\u00e9cond");
  const second = await eventOf("play.started", ({ play }) => play.title === "S\u00e9cond");
  dj.kill("SIGKILL");
  await server.statusWhen((status) => status.now?.trackId === testTrackId);

  expect(now).toMatchObject({ kind: "stream", artist: "Ada", title: "First" });
  expect(second.play).toMatchObject({ kind: "stream", artist: "Ada", sessionId: now?.sessionId });
  const first = await eventOf("play.ended", ({ playId }) => playId === now?.playId);
  expect(first.reason).toBe("finished");
});
