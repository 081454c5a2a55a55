// @module-tag ffmpeg
import { incomingCalls, trackSchema } from "@neonrelay/contract";
import { createHash } from "node:crypto";
import { mkdirSync, watch } from "node:fs";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { sendForm } from "../src/hostile-music/ways-in.ts";
import { childrenOf } from "../src/station-processes.ts";
import { TestStation, until, type Visitor } from "../src/test-station.ts";
import { makeNoise } from "../src/tones.ts";

const PARTS = 4;
/** Includes a server restart and a scan, which has the lowest priority. */
const limitMs = 280_000;
const LONG = { timeout: 400_000 };
const CHECK_INTERVAL_MS = 20;

let tones: string;
let station: TestStation;
let operator: Visitor;

beforeAll(async () => {
  tones = await mkdtemp(path.join(os.tmpdir(), "neonrelay-tones-"));
  station = await TestStation.start();
  operator = await station.operator();
}, 280_000);
afterAll(async () => {
  await station?.[Symbol.asyncDispose]();
  await rm(tones, { recursive: true, force: true });
});

/** When the server is killed: at the nth change in one of its folders, or when it reads the file. */
type Moment = { readonly folder: string; readonly change: number } | "analysis";

const at = (folder: string, change: number): Moment => ({ folder, change });

test.for<[string, Moment]>([
  ["has stored some of it", at("incoming/parts", 5)],
  ["has named it in the library", at("music/uploads", 1)],
])(
  "a server killed when it %s resumes it: the file is there, complete and once",
  LONG,
  async ([words, moment]) => {
    const content = await makeSong(words);
    using kill = killAt(moment);

    const address = await untilAnswered(() => begin(content.length));
    await sendFrom(address, content);
    await untilAnswered(async () => (await isAdded(address)) || undefined);

    // Its remains are removed after the list has settled.
    await expect.poll(kill.isDone).toBe(true);
    expect(await timesInLibrary(content)).toBe(1);
    await cancelBegun();
    await nothingIsLeft();
  },
);

test(
  "a server killed while analysing a form upload has the whole file, or nothing of it",
  LONG,
  async () => {
    const content = await makeSong("form");
    using kill = killAt("analysis");

    await sendForm({ station, operator }, { name: "song.flac", content }).catch(() => {});
    await untilAnswered(
      async () => (await operator.call("GET", "/api/incoming")).status === 200 || undefined,
    );

    await expect.poll(kill.isDone).toBe(true);
    expect(await timesInLibrary(content)).toBeLessThanOrEqual(1);
    await nothingIsLeft();
  },
);

/** Expects each library file to be a track, too. */
async function timesInLibrary(content: Buffer): Promise<number> {
  const files = await digestsIn(path.join(station.dataDir, "music", "uploads"));
  const tracks = async () => {
    const { body } = await operator.call("GET", "/api/tracks");
    return z.array(trackSchema).parse(body).length;
  };
  // The next scan adds a file whose server was killed before it became a track.
  await expect.poll(tracks, { timeout: limitMs }).toBe(files.length);
  return files.filter((each) => each === digestOf(content)).length;
}

/** An upload whose address never reached its sender is kept for a day. */
async function cancelBegun(): Promise<void> {
  const { body } = await operator.call("GET", "/api/incoming?state=receiving");
  for (const { id } of incomingCalls.listIncoming.response.parse(body).files)
    await fetch(new URL(`/api/uploads/${id}`, station.webUrl), {
      method: "DELETE",
      headers: headers(),
    });
}

async function nothingIsLeft(): Promise<void> {
  for (const left of ["incoming/parts", "incoming/received", "uploads"])
    await expect.poll(() => readdir(path.join(station.dataDir, left)).catch(() => [])).toEqual([]);
}

async function makeSong(name: string): Promise<Buffer> {
  const file = path.join(tones, `${name}.flac`);
  await makeNoise({ file, seconds: 3, title: name });
  return await readFile(file);
}

function killAt(moment: Moment): Disposable & { readonly isDone: () => boolean } {
  const pid = station.parts().server ?? Number.NaN;
  let isDone = false;
  const kill = (): void => {
    if (isDone) return;
    isDone = true;
    process.kill(pid, "SIGKILL");
  };
  if (moment === "analysis") {
    const look = setInterval(() => {
      if (childrenOf(pid).length > 0) kill();
    }, CHECK_INTERVAL_MS);
    return { isDone: () => isDone, [Symbol.dispose]: () => clearInterval(look) };
  }
  let changes = 0;
  const folder = path.join(station.dataDir, moment.folder);
  // The station makes some of these on the first upload.
  mkdirSync(folder, { recursive: true });
  const watcher = watch(folder, () => {
    changes += 1;
    if (changes === moment.change) kill();
  });
  return { isDone: () => isDone, [Symbol.dispose]: () => watcher.close() };
}

/** Retries while the server is down. */
async function untilAnswered<Answer>(ask: () => Promise<Answer | undefined>): Promise<Answer> {
  return await until("the station answers", () => ask().catch(() => undefined), { limitMs });
}

const headers = () => ({
  origin: station.webUrl,
  cookie: operator.cookieHeader,
  "tus-resumable": "1.0.0",
});

async function begin(sizeBytes: number): Promise<string | undefined> {
  const response = await fetch(new URL("/api/uploads", station.webUrl), {
    method: "POST",
    headers: {
      ...headers(),
      "upload-length": String(sizeBytes),
      "upload-metadata": `filename ${Buffer.from("song.flac").toString("base64")}`,
    },
  });
  return response.headers.get("location") ?? undefined;
}

/** Like a tus client: asks how much has arrived, and sends the next part from there, until complete. */
async function sendFrom(address: string, content: Buffer): Promise<void> {
  const url = new URL(address, station.webUrl);
  const partBytes = Math.ceil(content.length / PARTS);
  await untilAnswered(async () => {
    const head = await fetch(url, { method: "HEAD", headers: headers() });
    const offset = Number(head.headers.get("upload-offset") ?? Number.NaN);
    if (head.status !== 200 || Number.isNaN(offset)) return undefined;
    if (offset === content.length) return true;
    await fetch(url, {
      method: "PATCH",
      headers: {
        ...headers(),
        "content-type": "application/offset+octet-stream",
        "upload-offset": String(offset),
      },
      body: Uint8Array.from(content.subarray(offset, offset + partBytes)),
    });
    return undefined;
  });
}

async function isAdded(address: string): Promise<boolean> {
  const { body } = await operator.call("GET", "/api/incoming?way=upload");
  const { files } = incomingCalls.listIncoming.response.parse(body);
  return files.find(({ id }) => id === path.basename(address))?.state === "added";
}

function digestOf(content: Buffer): string {
  return createHash("sha256").update(content).digest("hex");
}

async function digestsIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []); // made with the first file
  const files = names.filter((name) => !name.startsWith("."));
  return await Promise.all(
    files.map(async (name) => digestOf(await readFile(path.join(folder, name)))),
  );
}
