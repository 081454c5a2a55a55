import { afterEach, beforeEach, expect, test } from "vitest";
import { BUCKET, REGION, s3Keys, TestS3 } from "../storage/test-s3.ts";
import { TestHlsOrigin } from "../stream/hls/test-hls-origin.ts";
import type { CopyTiming } from "./hls-copy.ts";
import type { HlsToStorage } from "./hls-to-storage.ts";
import { startTestCopy } from "./test-copy.ts";
import { TestHlsPlayer } from "./test-hls-player.ts";

const FOLDER = "radio/hls";
const SEGMENT_SECONDS = 6;
const TAKEN =
  "another station, or a copy of this one, copies HLS to this folder: give each station its own folder";

let storage: TestS3;
let player: TestHlsPlayer;
let open: AsyncDisposableStack;

beforeEach(async () => {
  open = new AsyncDisposableStack();
  storage = open.use(await TestS3.start());
  player = new TestHlsPlayer(`${storage.publicUrl}/${FOLDER}/live.m3u8`);
});
afterEach(async () => open.disposeAsync());

/** Starts a station that copies to the shared folder. */
async function startStation(owner: string, timing: Partial<CopyTiming> = {}) {
  const station = open.use(await TestHlsOrigin.start());
  const copy = open.adopt(startTestCopy(station, { owner, timing }), (owned) => owned.close());
  const { endpoint } = storage;
  copy.set({ endpoint, region: REGION, bucket: BUCKET, folder: FOLDER, ...s3Keys });
  return { copy, play: (segments: number) => station.play(segments * SEGMENT_SECONDS) };
}

async function isCopied({ state }: HlsToStorage): Promise<boolean> {
  await player.look();
  return state?.state === "copying" && state.pushedAtMs !== null && state.behindSeconds === 0;
}

test("[S126] a second station in one folder changes nothing there and says so; withdrawing it harms no one", async () => {
  const first = await startStation("first");
  first.play(3);
  await expect.poll(() => isCopied(first.copy)).toBe(true);

  const second = await startStation("second");
  second.play(3);
  await expect.poll(() => second.copy.state?.problem?.text).toBe(TAKEN);
  const refused = second.copy.state;
  first.play(3);
  await expect.poll(() => isCopied(first.copy)).toBe(true);
  const before = await storage.objects();
  second.copy.set(null);
  await second.copy.close();

  expect(refused).toMatchObject({ state: "failing", pushedAtMs: null });
  expect(await storage.objects()).toEqual(before);
  expect(before).toContain(`${FOLDER}/live.m3u8`);
  await player.look();
  expect(player.missing).toEqual([]);
  expect(player.breaks).toEqual([]);
});

test("[S126] the folder of a dead station is taken over after it has been silent for a while", async () => {
  const gone = await startStation("gone");
  gone.play(3);
  await expect.poll(() => isCopied(gone.copy)).toBe(true);
  await gone.copy.close();
  const left = await storage.objects();

  // Long enough for the checks before, even if the machine stalls.
  const next = await startStation("next", { silentMs: 6000 });
  next.play(3);
  await expect.poll(() => next.copy.state?.problem?.text).toBe(TAKEN);
  const meanwhile = await storage.objects();
  await expect.poll(() => isCopied(next.copy)).toBe(true);

  expect(meanwhile).toEqual(left);
  expect(next.copy.state).toMatchObject({ state: "copying" });
});

test("[S126] of two stations with the same data the later one goes on, and the other stops", async () => {
  const original = await startStation("same");
  original.play(3);
  await expect.poll(() => isCopied(original.copy)).toBe(true);

  const clone = await startStation("same");
  clone.play(3);
  await expect.poll(() => isCopied(clone.copy)).toBe(true);
  original.play(1);
  await expect.poll(() => original.copy.state?.problem?.text).toBe(TAKEN);
  const names = await player.look();
  clone.play(1);
  await expect.poll(() => isCopied(clone.copy)).toBe(true);

  expect(original.copy.state?.state).toBe("failing");
  expect(await player.look()).toEqual(expect.arrayContaining([...(names ?? [])]));
});

test("[S126] a station that stops copying leaves what the folder's new owner needs", async () => {
  const original = await startStation("same", { claimMs: 3_600_000 });
  original.play(3);
  await expect.poll(() => isCopied(original.copy)).toBe(true);
  const own = (await storage.objects()).filter((name) => name.endsWith(".aac"));
  const clone = await startStation("same", { keptMs: 3_600_000, sweepPauseMs: 3_600_000 });
  clone.play(3);
  await expect.poll(() => isCopied(clone.copy)).toBe(true);

  original.copy.set(null);
  // The playlist would go first.
  await expect
    .poll(async () => (await storage.objects()).filter((name) => own.includes(name)))
    .toEqual([]);

  expect(await storage.objects()).toEqual(
    expect.arrayContaining([`${FOLDER}/live.m3u8`, `${FOLDER}/owner.json`]),
  );
});
