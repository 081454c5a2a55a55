// @module-tag ffmpeg
import { hlsStorageCalls, type HlsCopy, type HlsStorage } from "@neonrelay/contract";
import { TestHlsPlayer } from "@neonrelay/on-air/test-hls-player";
import { BUCKET, REGION, s3Keys, TestS3 } from "@neonrelay/on-air/test-s3";
import { execFile } from "node:child_process";
import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TestStation, until, type Visitor } from "../src/test-station.ts";

const run = promisify(execFile);
const PATH = hlsStorageCalls.getHlsCopy.path;
const SECONDS = 8;
let storage: TestS3;
let station: TestStation;
let operator: Visitor;

beforeAll(async () => {
  storage = await TestS3.start();
  station = await TestStation.start();
  operator = await station.operator();
});
afterAll(async () => {
  await station?.[Symbol.asyncDispose]();
  await storage?.[Symbol.asyncDispose]();
});

function wanted(change: Partial<HlsStorage> = {}): HlsStorage {
  const { endpoint, publicUrl } = storage;
  return {
    isOn: true,
    store: { endpoint, region: REGION, bucket: BUCKET, folder: "one", ...s3Keys },
    publicUrl: `${publicUrl}/one`,
    ...change,
  };
}

async function problemOf(storageToTry: HlsStorage): Promise<unknown> {
  const { body } = await operator.call("POST", `${PATH}/trial`, storageToTry);
  return Object(body).problem;
}

async function copy(): Promise<HlsCopy> {
  return hlsStorageCalls.getHlsCopy.response.parse((await operator.call("GET", PATH)).body);
}

async function setAllowed(allowedStreamHosts: readonly string[]): Promise<void> {
  await operator.call("PUT", "/api/station-settings", { allowedStreamHosts });
}

test("a storage is tested before use, with its public address, and nothing is left there", async () => {
  const { store } = wanted();
  const inside = await problemOf(wanted());
  await setAllowed(["127.0.0.1"]);
  const problems = [
    await problemOf(wanted({ store: store && { ...store, secretAccessKey: "wrong" } })),
    await problemOf(wanted({ publicUrl: `${storage.publicUrl}/another` })),
    await problemOf(wanted({ publicUrl: station.webUrl.replace(/\/$/, "") })),
    await problemOf(wanted()),
    await problemOf(wanted({ publicUrl: "" })),
  ];

  expect(inside).toBe(
    "players can't read the folder at its public address: The address leads into a private network",
  );
  expect(problems).toEqual([
    "the storage refused the key: check the secret access key and the region",
    "players can't read the folder at its public address: There is nothing at that address",
    expect.stringMatching(/public address/),
    null,
    null,
  ]);
  expect(await storage.objects()).toEqual([]);
});

test("the programme plays from the storage without a gap, and continues there after on-air was killed", async () => {
  await operator.call("POST", "/api/stream/config", {
    bitrate: 192,
    sampleRate: 48_000,
    channels: 2,
    mounts: { hls: { isOn: true } },
  });
  const stored = await operator.call("PUT", PATH, wanted());
  const { playlistUrl } = await until("the playlist is there", async () => {
    const { state, ...rest } = await copy();
    return state.pushedAt !== null && rest;
  });
  const info = await operator.call("GET", "/api/stream/info");
  const player = new TestHlsPlayer(playlistUrl ?? "");
  const input = ["-v", "warning", "-i", playlistUrl ?? "", "-t", String(SECONDS), "-map", "0:a"];
  const output = path.join(station.dataDir, "out");
  const ffmpeg = run("ffmpeg", [...input, "-f", "f32le", "-ac", "1", "-ar", "8000", output]);
  // Awaited below.
  ffmpeg.catch(() => {});
  await until("three segments were played", async () => {
    await player.look();
    return player.played.length >= 3;
  });
  const decoded = await ffmpeg;
  const { size } = await stat(output);
  const breaksBefore = player.breaks;
  const playedBefore = player.played.map(({ name }) => name);

  process.kill(station.parts()["on-air"] ?? Number.NaN, "SIGKILL");
  await until("segments of the next on-air were played", async () => {
    await player.look();
    return player.played.length >= playedBefore.length + 3;
  });

  expect(stored.status).toBe(200);
  expect(info.body).toMatchObject({ mounts: [{ name: "HLS", url: playlistUrl }] });
  // When ffmpeg reads a segment's end and the next one's start together, it dates the last frames by the next segment
  // and drops them. `breaks` checks the segments' clock.
  const complaints = decoded.stderr
    .split("\n")
    .filter((line) => !/non monotonic\w* increasing dts/.test(line));
  expect(complaints.join("\n")).toBe("");
  expect(size / (4 * 8000)).toBeCloseTo(SECONDS, 1);
  expect(breaksBefore).toEqual([]);
  expect(player.missing).toEqual([]);
  const sequences = player.played.map(({ sequence }) => sequence);
  expect(sequences).toEqual(sequences.toSorted((a, b) => a - b));
  expect(new Set(sequences).size).toBe(sequences.length);
  expect(new Set(player.played.map(({ name }) => name)).size).toBe(sequences.length);
  // At the kill; on-air may have finished one more segment than the player had.
  expect(player.breaks.length).toBe(1);
  const { state } = await copy();
  expect(state).toMatchObject({ status: "copying", problem: null, lostSegments: 0 });
});

test("the secret goes only to on-air, and must be entered again for another storage", async () => {
  const logs = await operator.call("GET", "/api/system-logs");
  const file = path.join(station.dataDir, "on-air", "hls-storage.json");
  const answers = [await copy(), logs.body, station.lines];
  const { store } = wanted();
  const withoutSecret = store && { ...store, secretAccessKey: "" };
  const kept = await operator.call("PUT", PATH, wanted({ store: withoutSecret }));
  const elsewhere = await operator.call(
    "PUT",
    PATH,
    wanted({ store: withoutSecret && { ...withoutSecret, endpoint: "https://evil.example" } }),
  );
  const health = await operator.call("GET", "/api/health");

  expect(JSON.stringify(answers)).not.toContain(s3Keys.secretAccessKey);
  expect(await readFile(file, "utf8")).toContain(s3Keys.secretAccessKey);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(kept.status).toBe(200);
  expect(elsewhere).toMatchObject({
    status: 400,
    body: { code: "invalid_request", field: "store.secretAccessKey" },
  });
  expect(health.body).toMatchObject({ hlsStorage: { ok: true } });
});

test("switching off a copy deletes what it copied", async () => {
  const before = await storage.objects();
  const { body } = await operator.call("PUT", PATH, wanted({ isOn: false }));
  await until("it is gone", async () => !(await storage.objects()).includes("one/live.m3u8"));

  expect(before).toContain("one/live.m3u8");
  expect(body).toMatchObject({ state: { status: "off" } });
  await until("health has nothing to say of it", async () => {
    const { body: health } = await operator.call("GET", "/api/health");
    return Object(health).hlsStorage === null;
  });
});
