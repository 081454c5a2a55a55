// @module-tag ffmpeg
import { execFile, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { amplitudeOf, decodeStream, makeTone } from "../audio/test-sound.ts";
import { TestPeer } from "../fetch/test-peer.ts";
import { setTitle } from "../icecast/icecast-sender.ts";
import { SOURCE_PASSWORD, TestIcecast } from "../icecast/test-icecast.ts";
import { defaultSettings } from "../protocol/index.ts";
import type { AiredPlay, OnAirEvent, OnAirStatus, QueueEntry } from "../protocol/index.ts";
import type { RunningOnAir } from "../start/start-on-air.ts";
import {
  startTestOnAir,
  TestServerSide,
  testTrackId,
  writeRisingTone,
} from "../start/test-on-air.ts";

const run = promisify(execFile);
/** Low, and absent from the rising tone: a feed that is ahead plays up to half a percent faster. */
const HZ = 220;
let folder = "";
/** An on-air that plays the rising tone unless a test has something else for it. */
interface Station {
  readonly onAir: RunningOnAir;
  readonly url: string;
  readonly server: TestServerSide;
}
/** One for streams sent as fast as they play, and one for streams that arrive, or die, in real time. */
let fast: Station;
let live: Station;
let peer: TestPeer;
const settings = { ...defaultSettings, allowedStreamHosts: ["127.0.0.1"] };
const at = (name: string): string => path.join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "external-"));
  const tone = await writeRisingTone(folder);
  peer = await TestPeer.start();
  await makeTone({ file: at("short.mp3"), hz: HZ, seconds: 12, options: ["-b:a", "128k"] });
  [fast, live] = await Promise.all([start(tone, 4), start(tone, 1)]);
});
afterAll(async () => {
  for (const { server, onAir } of [fast, live]) {
    server.close();
    await onAir.close();
  }
  await peer[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});
afterEach(async () => {
  for (const station of [fast, live]) {
    await station.server.order("setSettings", settings);
    await station.server.order("setQueue", { entries: [] });
    if (statusOf(station).now?.kind === "stream") await skip(station);
    await expect.poll(() => statusOf(station).now?.trackId).toBe(testTrackId);
  }
  peer.answers.clear();
  peer.asked.length = 0;
});

/** @param clockSpeed how much faster than real time everything goes */
async function start(tone: string, clockSpeed: number): Promise<Station> {
  const state = await mkdtemp(path.join(folder, "state-"));
  const { onAir, url } = await startTestOnAir(state, { clockSpeed });
  const server = new TestServerSide(state);
  await server.order("setSettings", settings);
  await server.giveTrack(tone);
  await server.statusWhen(({ now, engine }) => now !== null && engine === "running");
  return { onAir, url, server };
}

/** Its latest status. */
function statusOf({ server }: Station): OnAirStatus {
  const last = server.messages.findLast(({ kind }) => kind === "status");
  if (last?.kind !== "status") throw new Error("no status yet");
  return last.status;
}

function stream(address: string): QueueEntry {
  return {
    kind: "stream",
    entryId: randomUUID(),
    isRequest: false,
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
  { server }: Station,
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

const skip = ({ server }: Station) => server.order("skip", { fadeMs: 100 });

/** That many seconds of what a new listener gets, including the burst of 4 s. */
async function heard({ url }: Station, seconds: number): Promise<Float32Array> {
  const response = await fetch(`${url}/stream.mp3`);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > seconds * 24_000) break;
  }
  await writeFile(at("heard.mp3"), Buffer.concat(chunks));
  return await decodeStream(at("heard.mp3"));
}

/** Level of the stream's tone in what a listener gets now. */
async function heardTone(station: Station): Promise<number> {
  const pcm = await heard(station, 6);
  const count = 8820;
  return amplitudeOf(pcm, { from: pcm.length / 2 - 2 * count, count, hz: HZ });
}

/** Answers with that sound, looped for as long as the client reads. */
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

test("[P74] a skip to a stream plays it to its end, and then automation goes on", async () => {
  const name = "short.mp3";
  peer.serve(`/${name}`, await readFile(at(name)));
  const wanted = stream(peer.url(`/${name}`));

  await fast.server.order("setQueue", { entries: [wanted] });
  expect(await skip(fast)).toEqual({ skipped: true });
  const { now, next } = await fast.server.statusWhen(isOf(wanted));
  const ended = await eventOf(fast, "play.ended", ({ playId }) => playId === now?.playId);
  await fast.server.statusWhen((status) => status.now?.trackId === testTrackId);

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
])("[P65] HLS of %s segments is heard", async (kind, options) => {
  const file = at("short.mp3");
  const list = at(`${kind}.m3u8`);
  const init = ["-hls_fmp4_init_filename", `${kind}-init.mp4`];
  const output = [...options, "-hls_time", "2", "-hls_list_size", "0", ...init, list];
  await run("ffmpeg", ["-v", "error", "-y", "-i", file, ...output]);
  for (const name of await readdir(folder))
    if (name.startsWith(kind)) peer.serve(`/${name}`, await readFile(at(name)));
  const wanted = stream(peer.url(`/${kind}.m3u8`));

  await fast.server.order("setQueue", { entries: [wanted] });
  await skip(fast);
  const { now } = await fast.server.statusWhen(isOf(wanted));
  const tones = await heardTone(fast);
  const ended = await eventOf(fast, "play.ended", ({ playId }) => playId === now?.playId);

  expect(tones).toBeGreaterThan(0.2);
  expect(ended).toMatchObject({ reason: "finished", detail: null });
  expect(ended.playedMs).toBeGreaterThan(10_000);
  expect(new Set(peer.asked).size).toBe(peer.asked.length);
});

test("[P72] titles within an Ogg stream appear with its sound", async () => {
  const chains: Buffer[] = [];
  for (const title of ["Valtari", "Elliði - Varúð"]) {
    const file = at(`${chains.length}.ogg`);
    const artist = chains.length === 0 ? ["-metadata", "artist=Sigur Rós"] : [];
    const output = ["-t", "6", "-c:a", "libopus", "-metadata", `title=${title}`, ...artist, file];
    await run("ffmpeg", ["-v", "error", "-y", "-i", at("short.mp3"), ...output]);
    chains.push(await readFile(file));
  }
  peer.serve("/live.ogg", Buffer.concat(chains));
  const wanted = stream(peer.url("/live.ogg"));

  await fast.server.order("setQueue", { entries: [wanted] });
  await skip(fast);

  const titled = (title: string) =>
    fast.server.statusWhen(({ now }) => now?.kind === "stream" && now.title === title);
  expect((await titled("Valtari")).now).toMatchObject({ artist: "Sigur Rós" });
  expect((await titled("Varúð")).now).toMatchObject({ artist: "Elliði" });
});

test("[P71] a stream goes on over the same connection when the engine dies", async () => {
  peer.answers.set("/live", endless(await readFile(at("short.mp3"))));
  const wanted = stream(peer.url("/live"));
  await live.server.order("setQueue", { entries: [wanted] });
  await skip(live);
  const { now } = await live.server.statusWhen(isOf(wanted));
  const former = live.onAir.enginePid() ?? Number.NaN;

  process.kill(former, "SIGKILL");
  await live.server.statusWhen(({ engine }) => engine !== "running");
  const after = await live.server.statusWhen(({ engine }) => engine === "running");

  expect(after.now?.playId).toBe(now?.playId);
  expect(await heardTone(live)).toBeGreaterThan(0.2);
  expect(peer.asked).toEqual(["/live"]);
});

test("[P69] while a stream is unavailable other music plays, and another skip keeps it playing", async () => {
  const wanted = stream("http://10.255.255.1/not-allowed");

  await fast.server.order("setQueue", { entries: [wanted] });
  const waiting = await fast.server.statusWhen(({ next }) => next?.entryId === wanted.entryId);
  await skip(fast);
  const { now } = await fast.server.statusWhen(
    (status) => status.now !== null && status.now.playId !== waiting.now?.playId,
  );

  expect(now?.trackId).toBe(testTrackId);
});

test(
  "[P72] an Icecast server's stream and its titles are on air, until it goes",
  { tags: ["icecast2"] },
  async () => {
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
      setTitle({
        server: admin,
        addresses: [admin.host],
        title,
        signal: AbortSignal.timeout(5000),
      });
    await expect.poll(() => tell("Ada - First")).toBe(true);
    const wanted = stream(`${icecast.url}${mount}`);

    await live.server.order("setQueue", { entries: [wanted] });
    await skip(live);
    const { now } = await live.server.statusWhen(isOf(wanted));
    await tell("Ada - S\u00e9cond");
    const second = await eventOf(live, "play.started", ({ play }) => play.title === "S\u00e9cond");
    dj.kill("SIGKILL");
    await live.server.statusWhen((status) => status.now?.trackId === testTrackId);

    expect(now).toMatchObject({ kind: "stream", artist: "Ada", title: "First" });
    expect(second.play).toMatchObject({ kind: "stream", artist: "Ada", sessionId: now?.sessionId });
    const first = await eventOf(live, "play.ended", ({ playId }) => playId === now?.playId);
    expect(first.reason).toBe("finished");
  },
);

test("[P70] a stream whose time is up fades within 4 s, and the next play follows", async () => {
  // At four times the speed, a quarter of a second in which on-air does not run would be one more second of the stream;
  // and after an engine was killed, more than usual may be produced ahead.
  const calm = await start(at("rising.wav"), 1);
  await using _closing = {
    [Symbol.asyncDispose]: async () => {
      calm.server.close();
      await calm.onAir.close();
    },
  };
  peer.answers.set("/live", endless(await readFile(at("short.mp3"))));
  await calm.server.order("setSettings", { ...settings, streamLimitMinutes: 0.2 });
  const wanted = stream(peer.url("/live"));

  await calm.server.order("setQueue", { entries: [wanted] });
  await skip(calm);
  const { now } = await calm.server.statusWhen(isOf(wanted));
  const pcm = await heard(calm, 26);
  const ended = await eventOf(calm, "play.ended", ({ playId }) => playId === now?.playId);

  expect(ended).toMatchObject({ reason: "finished", detail: null });
  expect(ended.playedMs).toBeGreaterThan(15_500);
  expect(ended.playedMs).toBeLessThan(25_000);
  const count = 4410;
  const tones = Array.from({ length: Math.floor(pcm.length / 2 / count) }, (_, index) =>
    amplitudeOf(pcm, { from: index * count, count, hz: HZ }),
  );
  const loudest = Math.max(...tones);
  const isFull = (tone: number): boolean => tone > 0.9 * loudest;
  const isGone = (tone: number): boolean => tone < 0.1 * loudest;
  const from = tones.findLastIndex(isFull);
  const to = tones.findIndex((tone, index) => index > from && isGone(tone));
  // This much of a 4 s fade at constant power lies between nine tenths and one tenth.
  expect((to - from) / 10).toBeGreaterThan(2.2);
  expect((to - from) / 10).toBeLessThan(3);
  expect(peer.asked).toEqual(["/live"]);
});

test("[P73] a stream that crashes one engine and hangs the next is dropped and named, and other music plays", async () => {
  peer.answers.set("/live", endless(await readFile(at("short.mp3"))));
  const wanted = stream(peer.url("/live"));
  await live.server.order("setQueue", { entries: [wanted] });
  await skip(live);
  const { now } = await live.server.statusWhen(isOf(wanted));
  const enginePid = (): number => live.onAir.enginePid() ?? Number.NaN;

  // Until the next play has been opened, an engine's death would be blamed on that one.
  await heardTone(live);
  process.kill(enginePid(), "SIGKILL");
  await live.server.statusWhen(({ engine }) => engine !== "running");
  await live.server.statusWhen(({ engine }) => engine === "running");
  await heardTone(live);
  process.kill(enginePid(), "SIGSTOP");
  const dropped = await eventOf(live, "track.dropped", () => true);
  const ended = await eventOf(live, "play.ended", ({ playId }) => playId === now?.playId);
  await live.server.statusWhen((status) => status.now?.trackId === testTrackId);

  const detail = "its audio crashed the engine twice";
  expect(dropped).toMatchObject({
    trackId: wanted.trackId,
    kind: "stream",
    title: "Other Station",
    artist: "Elsewhere",
    detail,
  });
  expect(ended).toMatchObject({ reason: "failed", detail });
});

test("[P75] a stream removed from the queue is disconnected, and reconnected when that is undone", async () => {
  const disconnected = Promise.withResolvers<void>();
  // It sends nothing, so that it can't come on air before it is removed.
  peer.answers.set("/live", (response) => response.on("close", disconnected.resolve));
  const wanted = stream(peer.url("/live"));
  const isNext = (): boolean => statusOf(fast).next?.entryId === wanted.entryId;
  await fast.server.order("setQueue", { entries: [wanted] });
  await skip(fast);
  await expect.poll(() => peer.asked.length).toBe(1);

  await fast.server.order("setQueue", { entries: [] });
  await disconnected.promise;
  await expect.poll(isNext).toBe(false);
  peer.answers.set("/live", endless(await readFile(at("short.mp3"))));
  await fast.server.order("setQueue", { entries: [wanted] });
  await skip(fast);
  await fast.server.statusWhen(isOf(wanted));

  expect(peer.asked).toEqual(["/live", "/live"]);
});
