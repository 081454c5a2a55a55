import { TestAwakeTimer } from "@neonrelay/process/test-awake-timer";
import { freePort } from "@neonrelay/process/test-peer-process";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { HlsStorage, HlsStorageState } from "../protocol/index.ts";
import { BUCKET, REGION, s3Keys, TestS3 } from "../storage/test-s3.ts";
import { TestHlsOrigin } from "../stream/hls/test-hls-origin.ts";
import type { CopyTiming } from "./hls-copy.ts";
import type { HlsToStorage } from "./hls-to-storage.ts";
import { startTestCopy } from "./test-copy.ts";
import { TestHlsPlayer } from "./test-hls-player.ts";

const SEGMENT_SECONDS = 6;
const FOLDER = "radio/hls";

let storage: TestS3;
let station: TestHlsOrigin;
let copying: HlsToStorage;
let player: TestHlsPlayer;
let isStreaming: boolean;
let lines: string[];

beforeAll(async () => {
  storage = await TestS3.start();
});
afterAll(async () => {
  await storage[Symbol.asyncDispose]();
});
beforeEach(async () => {
  isStreaming = true;
  lines = [];
  station = await TestHlsOrigin.start();
  copying = startCopying();
  player = new TestHlsPlayer(`${storage.publicUrl}/${FOLDER}/live.m3u8`);
});
afterEach(async () => {
  await copying?.close();
  await station?.[Symbol.asyncDispose]();
  storage.delayMs = 0;
  storage.answerDelayMs = 0;
  for (const name of await storage.objects())
    await fetch(`${storage.publicUrl}/${name}`, { method: "DELETE" });
  await expect.poll(() => storage.objects()).toEqual([]);
});

function place(change: Partial<HlsStorage> = {}): HlsStorage {
  const { endpoint } = storage;
  return { endpoint, region: REGION, bucket: BUCKET, folder: FOLDER, ...s3Keys, ...change };
}

/** Starts as on-air does. */
function startCopying(timing: Partial<CopyTiming> = {}): HlsToStorage {
  return startTestCopy(station, { isStreaming: () => isStreaming, timing, lines });
}

function state(): HlsStorageState {
  const now = copying.state;
  if (now === null) throw new Error("no storage is wanted");
  return now;
}

/** Advances the programme by that many segments at once. */
function playSegments(count: number): void {
  station.play(count * SEGMENT_SECONDS);
}

/** Resolves once players at the storage have everything the station lists. */
async function untilCopied(): Promise<void> {
  await expect.poll(stillBehind).toBe(0);
}

async function stillBehind(): Promise<number> {
  await player.look();
  return state().behindSeconds;
}

/** The segment numbers in the playlist of the station, or of the storage. */
async function numbersAt(url: string): Promise<readonly number[]> {
  const text = await (await fetch(url)).text();
  const first = Number(/#EXT-X-MEDIA-SEQUENCE:(\d+)/.exec(text)?.[1]);
  return text
    .split("\n")
    .filter((line) => line.endsWith(".aac"))
    .map((_name, index) => first + index);
}

const atStorage = () => numbersAt(`${storage.publicUrl}/${FOLDER}/live.m3u8`);
const atStation = () => numbersAt(`${station.url}/hls/shared.m3u8`);

test("[S120] the storage has what the station lists, byte for byte, with cache headers", async () => {
  copying.set(place());
  playSegments(1);
  await untilCopied();
  for (let more = 0; more < 8; more += 1) {
    playSegments(1);
    await untilCopied();
  }
  await player.look();

  expect(player.missing).toEqual([]);
  expect(player.breaks).toEqual([]);
  expect(player.played).toHaveLength(9);
  expect(await atStorage()).toEqual(await atStation());
  expect(state()).toMatchObject({ state: "copying", lostSegments: 0, problem: null });
  const listed = station.hls?.listed ?? [];
  expect(player.played.slice(-listed.length).map(({ bytes }) => bytes)).toEqual(
    listed.map(({ bytes }) => bytes),
  );
  const playlist = await fetch(`${storage.publicUrl}/${FOLDER}/live.m3u8`);
  const segment = await fetch(`${storage.publicUrl}/${FOLDER}/${player.played.at(-1)?.name}`);
  const headersOf = ({ headers }: Response) =>
    ["content-type", "cache-control"].map((name) => headers.get(name));
  expect(headersOf(playlist)).toEqual([
    "application/vnd.apple.mpegurl",
    "public, max-age=1, stale-if-error=60",
  ]);
  expect(headersOf(segment)).toEqual(["audio/aac", "public, max-age=120, immutable"]);
});

test.each([
  ["is killed", () => storage.kill(), () => storage.run()],
  ["hangs", async () => storage.stop(), async () => storage.goOn()],
])(
  "[S121] a storage that %s for a few segments gets them all when it is back",
  async (_what, takeAway, bringBack) => {
    copying.set(place());
    playSegments(3);
    await untilCopied();

    await takeAway();
    playSegments(2);
    await expect.poll(() => state().state).toBe("failing");
    const away = state();
    playSegments(1);
    const behindSeconds = state().behindSeconds;
    await bringBack();
    await untilCopied();
    await player.look();

    expect(away.problem?.text).toMatch(/^127\.0\.0\.1:\d+ (?:can't be reached|does not answer)/);
    expect(away.retryAtMs).toBeGreaterThan(away.sinceMs);
    expect(behindSeconds).toBeCloseTo(18, 0);
    expect(player.missing).toEqual([]);
    expect(player.breaks).toEqual([]);
    expect(state()).toMatchObject({ state: "copying", lostSegments: 0, retryAtMs: null });
    expect(state().problem).toEqual(expect.objectContaining({ text: expect.any(String) }));
  },
);

test("[S121] a storage that was away for a minute resumes with the station's current list, without a gap in a playlist", async () => {
  copying.set(place());
  playSegments(3);
  await untilCopied();
  const before = await atStorage();

  await storage.kill();
  playSegments(1);
  await expect.poll(() => state().state).toBe("failing");
  playSegments(9);
  await storage.run();
  const meanwhile = await player.look();
  await untilCopied();
  await player.look();

  expect(meanwhile).toHaveLength(before.length);
  expect(player.missing).toEqual([]);
  expect(player.breaks).toHaveLength(1);
  expect(await atStorage()).toEqual(await atStation());
  expect(state()).toMatchObject({ state: "copying", lostSegments: 4 });
});

test("[S121] a slow storage gets everything, one by one", async () => {
  storage.delayMs = 400;
  copying = startCopying({ requestLimitMs: 10_000 });
  copying.set(place());
  for (let more = 0; more < 4; more += 1) {
    playSegments(1);
    await untilCopied();
  }
  await player.look();

  expect(player.missing).toEqual([]);
  expect(player.breaks).toEqual([]);
  expect(state()).toMatchObject({ state: "copying", lostSegments: 0, problem: null });
});

test.each([
  ["key ID", { accessKeyId: "UNKNOWN" }, "the storage doesn't know this access key ID"],
  [
    "secret",
    { secretAccessKey: "a-wrong-one" },
    "the storage refused the key: check the secret access key and the region",
  ],
  ["bucket", { bucket: "no-such-bucket" }, "the storage has no bucket 'no-such-bucket'"],
])(
  "[S122] a wrong %s is named, and the right one is used at once",
  async (_what, change, problem) => {
    playSegments(2);
    copying.set(place(change));
    await expect.poll(() => state().problem?.text).toBe(problem);
    const wrong = state();
    copying.set(place());
    await untilCopied();

    expect(wrong).toMatchObject({ state: "failing", pushedAtMs: null });
    expect((wrong.retryAtMs ?? 0) - (wrong.problem?.atMs ?? 0)).toBe(4000);
    expect(await atStorage()).toEqual(await atStation());
    expect(lines.join("")).toContain(problem);
    expect(lines.join("")).not.toContain(s3Keys.secretAccessKey);
  },
);

test("[S123] a restarted on-air reuses no name, and players find every segment throughout", async () => {
  copying.set(place());
  playSegments(3);
  await untilCopied();
  const first = await player.look();
  await copying.close();
  const between = await player.look();

  copying = startCopying({ keptMs: 5000 });
  copying.set(place());
  await untilCopied();
  const next = await player.look();

  expect(next?.[0]).not.toBe(first?.[0]);
  expect(between).toEqual(first);
  expect(player.missing).toEqual([]);
  expect(new Set(player.played.map(({ name }) => name)).size).toBe(6);
  // Segments of the previous run go once no cache names them any more.
  await expect.poll(segmentsThere).toHaveLength(3);
});

test("[S124] segments leave the storage some time after the playlist drops them, and other files stay", async () => {
  copying = startCopying({ keptMs: 20_000 });
  copying.set(place({ folder: "" }));
  player = new TestHlsPlayer(`${storage.publicUrl}/live.m3u8`);
  await putOther("segment-notes.txt");
  playSegments(2);
  await untilCopied();
  for (let more = 0; more < 6; more += 1) {
    playSegments(2);
    await untilCopied();
  }

  await expect.poll(segmentsThere).toHaveLength(6);
  await player.look();
  expect(player.missing).toEqual([]);
  expect(player.breaks).toEqual([]);
  expect(await storage.objects()).toContain("segment-notes.txt");
});

test("[S125] nothing stays when the stream stops, HLS is switched off or the storage is no longer wanted", async () => {
  copying.set(place());
  playSegments(8);
  await untilCopied();
  isStreaming = false;
  copying.follow();
  await expect.poll(() => storage.objects()).toEqual([]);
  const stopped = state();
  isStreaming = true;
  copying.follow();
  await expect.poll(async () => (await storage.objects()).length).toBe(8);
  copying.set(null);
  await expect.poll(() => storage.objects()).toEqual([]);

  expect(stopped).toMatchObject({ state: "idle", problem: null });
  expect(copying.state).toBeNull();
});

test("[S125] a segment stored without an answer yet is removed, too", async () => {
  copying.set(place());
  playSegments(1);
  await untilCopied();
  storage.answerDelayMs = 500;
  playSegments(1);
  await expect.poll(segmentsThere).toHaveLength(2);
  copying.set(null);

  await expect.poll(() => storage.objects()).toEqual([]);
});

test("[S125] a segment given up without an answer is removed, too, however many came after it", async () => {
  copying = startCopying({ claimMs: 3_600_000 });
  copying.set(place());
  playSegments(1);
  await untilCopied();
  storage.answerDelayMs = 10_000;
  playSegments(1);
  await expect.poll(segmentsThere).toHaveLength(2);
  await expect.poll(() => state().state).toBe("failing");
  for (let more = 0; more < 12; more += 1) playSegments(1);
  storage.answerDelayMs = 0;
  await untilCopied();
  copying.set(null);

  await expect.poll(() => storage.objects()).toEqual([]);
});

test("[S122] an absent storage does not stop on-air from closing", async () => {
  const port = await freePort();
  copying.set(place({ endpoint: `http://127.0.0.1:${port}` }));
  playSegments(2);
  await expect.poll(() => state().state).toBe("failing");
  copying.set(place());
  storage.stop();

  using timer = new TestAwakeTimer();
  await copying.close();

  expect(timer.passedMs).toBeLessThan(1000);
  storage.goOn();
});

async function segmentsThere(): Promise<readonly string[]> {
  await player.look();
  return (await storage.objects()).filter((name) => name.endsWith(".aac"));
}

async function putOther(name: string): Promise<void> {
  const answer = await fetch(`${storage.publicUrl}/${name}`, { method: "PUT", body: "mine" });
  expect(answer.ok).toBe(true);
}
