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
import { environmentOf, scanLimit, TestStation, until } from "../src/test-station.ts";
import { makeTone } from "../src/tones.ts";

const run = promisify(execFile);
const stationMain = fileURLToPath(new URL("../../launcher/src/station-main.ts", import.meta.url));
const unknownId = "00000000-0000-4000-8000-000000000000";

let good: string;
let bad: string;
let station: TestStation;

beforeAll(async () => {
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
  station = await TestStation.start({ musicDirs: [good], clockSpeed: 4 });
  await until(
    "the good file is in the library",
    async () => (await titles()).includes("Good"),
    scanLimit,
  );
});

afterAll(async () => {
  await station?.[Symbol.asyncDispose]();
  await rm(good, { recursive: true, force: true });
  await rm(bad, { recursive: true, force: true });
});

test("an import takes what can be played, names each refused file with its reason, and nothing stops", async () => {
  await using listener = new StreamListener(station.streamUrl);

  const { stdout } = await run(process.execPath, [stationMain, "import", bad], {
    env: await environmentOf(station.dataDir),
  });

  expect(stdout).toMatch(/text\.mp3.*: \w+ .+/);
  expect(stdout).toMatch(/empty\.flac.*: The file is empty$/m);
  const found = await titles();
  expect(found).toContain("Really FLAC");
  expect(found.filter((title) => title === "Good")).toHaveLength(2);
  expect(found.filter((title) => /^T{100,300}$/.test(title))).toHaveLength(1);
  expect(found).toHaveLength(4);
  await listener.receive({ bytes: 100_000 });
  expect(listener.isEnded).toBe(false);
});

test("an unknown id is 404 in words", async () => {
  const operator = await station.operator();
  for (const [method, address, body] of [
    ["POST", "/api/queue", { trackId: unknownId }],
    ["DELETE", `/api/queue/${unknownId}`, undefined],
    ["PATCH", `/api/queue/${unknownId}/position`, { position: 0 }],
    ["POST", `/api/queue/${unknownId}/play-next`, undefined],
  ] as const) {
    const answer = await operator.call(method, address, body);
    expect(answer).toMatchObject({
      status: 404,
      body: { code: "not_found", error: expect.stringMatching(/^[A-Z].+/) },
    });
  }
});

test("a body that does not parse, or lacks a field, is 400 and says which", async () => {
  const visitor = station.visitor();

  expect(await visitor.call("POST", "/api/queue", "{not json")).toMatchObject({
    status: 400,
    body: { code: "invalid_request" },
  });
  expect(await visitor.call("POST", "/api/queue", {})).toMatchObject({
    status: 400,
    body: { code: "invalid_request", field: "trackId" },
  });
  expect(await visitor.call("POST", "/api/queue", { trackId: 7 })).toMatchObject({
    status: 400,
    body: { field: "trackId" },
  });
});

const twoStarts = { timeout: 240_000 };
test("the library is read offline too, when no station runs", twoStarts, async () => {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "neonrelay-offline-"));
  try {
    const { stdout } = await run(process.execPath, [stationMain, "import", good], {
      env: await environmentOf(dataDir),
    });

    expect(stdout).toMatch(/1 /);
    await using offline = await TestStation.start({ dataDir });
    const { body } = await offline.visitor().call("GET", "/api/tracks");
    expect(body).toMatchObject([{ title: "Good" }]);
  } finally {
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
});

test("no secret of the first start is in the log", async () => {
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
