// @module-tag ffmpeg
import { execFile } from "node:child_process";
import { copyFile, mkdtemp, readFile, rm, truncate, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { trackSchema } from "@neonrelay/contract";
import { StreamListener } from "../src/stream-listener.ts";
import { environmentOf, TestStation } from "../src/test-station.ts";
import { makeTone } from "../src/tones.ts";

const run = promisify(execFile);
const stationMain = fileURLToPath(new URL("../../launcher/src/station-main.ts", import.meta.url));

let good: string;
let bad: string;
let dataDir: string;
/** Output of the import made before there was a station. */
let saidOffline: string;
let station: TestStation;

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), "neonrelay-offline-"));
  good = await mkdtemp(path.join(os.tmpdir(), "neonrelay-music-"));
  bad = await mkdtemp(path.join(os.tmpdir(), "neonrelay-bad-"));
  await makeTone({
    file: path.join(good, "good.mp3"),
    frequencyHz: 500,
    seconds: 30,
    title: "Good",
  });
  await makeTone({
    file: path.join(bad, "sound.flac"),
    frequencyHz: 700,
    seconds: 5,
    title: "Really FLAC",
  });
  await copyFile(path.join(bad, "sound.flac"), path.join(bad, "flac-named.mp3"));
  await copyFile(path.join(good, "good.mp3"), path.join(bad, "truncated.mp3"));
  await truncate(path.join(bad, "truncated.mp3"), 60_000);
  await rm(path.join(bad, "sound.flac"));
  await writeFile(path.join(bad, "text.mp3"), "This is a letter, not a song.\n".repeat(500));
  await writeFile(path.join(bad, "empty.flac"), "");
  const tagged = await readFile(path.join(good, "good.mp3"));
  const tagBytes = tagged.subarray(6, 10).reduce((size, byte) => size * 128 + byte, 0) + 10;
  const untagged = tagged.subarray(tagBytes);
  await writeFile(
    path.join(bad, "huge-tag.mp3"),
    Buffer.concat([id3Title("T".repeat(1_000_000)), untagged]),
  );
  saidOffline = await importFolder(good);
  station = await TestStation.start({ dataDir, clockSpeed: 4 });
});

afterAll(async () => {
  await station?.[Symbol.asyncDispose]();
  for (const folder of [dataDir, good, bad])
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** @returns its output */
async function importFolder(folder: string): Promise<string> {
  const { stdout } = await run(process.execPath, [stationMain, "import", folder], {
    env: await environmentOf(dataDir),
  });
  return stdout;
}

test("an import also works offline, without a running station", async () => {
  expect(saidOffline).toMatch(/1 /);
  expect(await titles()).toContain("Good");
});

test("an import adds what is playable, names each refused file with its reason, and never stops", async () => {
  await using listener = new StreamListener(station.streamUrl);

  const said = await importFolder(bad);

  expect(said).toMatch(/text\.mp3.*: \w+ .+/);
  expect(said).toMatch(/empty\.flac.*: The file is empty$/m);
  const found = await titles();
  expect(found).toContain("Really FLAC");
  expect(found.filter((title) => title === "Good")).toHaveLength(2);
  expect(found.filter((title) => /^T{100,300}$/.test(title))).toHaveLength(1);
  expect(found).toHaveLength(4);
  await listener.receive({ bytes: 100_000 });
  expect(listener.isEnded).toBe(false);
});

test("the log of the first start contains no secrets", async () => {
  const file = await readFile(path.join(station.dataDir, "first-run.txt"), "utf8").catch(() => "");

  expect(file).not.toContain("a-password-for-tests");
  expect(station.lines.join("\n")).not.toContain("a-password-for-tests");
  expect(station.lines.join("\n")).not.toContain("an-access-code-for-tests");
});

/** An ID3v2.3 tag (id3.org) with one title frame. */
function id3Title(title: string): Buffer {
  const text = Buffer.concat([Buffer.of(0), Buffer.from(title, "latin1")]);
  const frame = Buffer.alloc(10);
  frame.write("TIT2");
  frame.writeUInt32BE(text.length, 4);
  const size = frame.length + text.length;
  const header = Buffer.from([
    0x49,
    0x44,
    0x33,
    3,
    0,
    0,
    ...[21, 14, 7, 0].map((bits) => (size >> bits) & 0x7f),
  ]);
  return Buffer.concat([header, frame, text]);
}

async function titles(): Promise<string[]> {
  const { body } = await station.visitor().call("GET", "/api/tracks");
  return z
    .array(trackSchema)
    .parse(body)
    .map(({ title }) => title);
}
