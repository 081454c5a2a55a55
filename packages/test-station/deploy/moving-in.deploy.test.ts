// @module-tag ffmpeg
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { azuracastDump } from "../../server/src/moving-in/test-azuracast.ts";
import { tarOf, zipOf, type TestFiles } from "../../server/src/moving-in/test-archives.ts";
import { libretimeDump } from "../../server/src/moving-in/test-libretime.ts";
import { StreamListener } from "../src/stream-listener.ts";
import { environmentOf, TestStation, until, type Visitor } from "../src/test-station.ts";
import { makeTone } from "../src/tones.ts";

const run = promisify(execFile);
const stationMain = fileURLToPath(new URL("../../launcher/src/station-main.ts", import.meta.url));
const SECONDS = 3;
/** For a station on air; a busy machine takes long over an archive's tracks. */
const LIMIT_MS = 120_000;

let folder: string;
/** From a killed run. */
let left: string;
let station: TestStation;
let operator: Visitor;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "neonrelay-moving-in-"));
  const dataDir = path.join(folder, "data");
  left = path.join(dataDir, "music/.moving-in-left/half.mp3");
  await mkdir(path.dirname(left), { recursive: true });
  await writeFile(left, "half of a song");
  station = await TestStation.start({ dataDir });
  operator = await station.operator();
});
afterAll(async () => {
  await station?.[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

interface Song {
  readonly name: string;
  readonly title: string;
  readonly artist: string;
  readonly sound: Buffer;
}

let frequencyHz = 300;

/** Songs of a few seconds, each with its own sound. */
async function songs(label: string, count: number): Promise<readonly Song[]> {
  const made: Song[] = [];
  for (let number = 1; number <= count; number += 1) {
    frequencyHz += 37;
    const name = `${label}${number}.mp3`;
    const tags = { title: `${label} ${number}`, artist: `Band ${number % 3}` };
    const file = path.join(folder, name);
    await makeTone({ file, frequencyHz, seconds: SECONDS, ...tags });
    made.push({ name, ...tags, sound: await readFile(file) });
  }
  return made;
}

/** A dry run, then the real one. */
async function migrate(
  ...args: readonly string[]
): Promise<{ readonly dry: string; readonly real: string }> {
  return { dry: await command(...args), real: await command(...args, "--yes") };
}

async function command(...args: readonly string[]): Promise<string> {
  const { stdout } = await run(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", stationMain, "migrate", ...args],
    { env: { ...(await environmentOf(station.dataDir)), DEMO_MUSIC: "off" } },
  );
  return stdout;
}

const namedSchema = z.array(z.looseObject({ name: z.string() }));

async function namesAt(address: string): Promise<readonly string[]> {
  const { body } = await operator.call("GET", address);
  return namedSchema.parse(body).map(({ name }) => name);
}

async function titlesAt(address: string): Promise<readonly string[]> {
  const { body } = await operator.call("GET", address);
  return z
    .array(z.looseObject({ title: z.string() }))
    .parse(body)
    .map(({ title }) => title);
}

/** Waits for sound there. */
async function isHeardAt(base: string, address: string): Promise<void> {
  await using listener = new StreamListener(new URL(address, base).href);
  await listener.receive({ bytes: 40_000, limitMs: LIMIT_MS });
  expect(await listener.head()).toMatch(/^HTTP\/1\.[01] 200/);
}

test("leftovers of a killed run are gone once the station has started", () => {
  expect(existsSync(left)).toBe(false);
});

test(
  "an unmodified AzuraCast backup yields music, cue points, playlists, schedule, DJs, history and addresses",
  { timeout: LIMIT_MS },
  async () => {
    const music = await songs("azura", 12);
    const dump = azuracastDump(
      music.map(({ name, ...tags }) => ({ path: name, ...tags, seconds: SECONDS })),
    );
    const given = path.join(folder, "azuracast-backup.zip");
    const files: Record<string, string | Buffer> = {
      "var/azuracast/www_tmp/azuracast_backup_mariadb/db.sql": dump,
    };
    for (const { name, sound } of music)
      files[`var/azuracast/stations/kaese/media/${name}`] = sound;
    await writeFile(given, zipOf(files));
    const server = station.parts().server;

    const { dry, real } = await migrate("azuracast", given, "--station", "kaese");

    expect(dry).toContain("tracks: 12 of 12 found (100 %)");
    expect(dry).toContain("Nothing changed: this was a dry run");
    expect(dry).toContain("playlist Elsewhere: it plays another station's stream");
    expect(real).toContain("tracks: 12 of 12 found (100 %)");
    expect(await namesAt("/api/playlists")).toEqual(
      expect.arrayContaining(["D'Jingles", "Morning", "Rotation"]),
    );
    expect(await namesAt("/api/programme/shows")).toEqual(
      expect.arrayContaining(["DJ Käse", "Morning"]),
    );
    expect(await namesAt("/api/programme/hosts")).toContain("DJ Käse");
    expect((await operator.call("GET", "/api/schedule/entries")).body).toHaveLength(2);
    const movedPlays = `/api/history?before=${Date.UTC(2026, 1, 1)}`;
    expect(await titlesAt(movedPlays)).toEqual(expect.arrayContaining(["azura 1", "azura 12"]));
    // A third of them start a quarter of a second later and end as much earlier, one of them in Morning, which is on
    // air during the morning in Berlin.
    const lengths = await until("the plan has tracks with cue points", async () => {
      const { body } = await operator.call("GET", "/api/plan?limit=100");
      const items = z.looseObject({ items: z.array(z.looseObject({ durationMs: z.number() })) });
      const found = items.parse(body).items.map(({ durationMs }) => durationMs);
      return found.some((length) => length <= 2500) && found;
    });
    expect(lengths.length).toBeGreaterThan(10);
    await isHeardAt(station.webUrl, "/listen/kaese/radio.mp3");
    await isHeardAt(station.streamUrl, "/radio/8000/radio.mp3");
    await isHeardAt(station.streamUrl, "/listen/kaese/radio.mp3");
    expect(station.parts().server).toBe(server);
  },
);

test(
  "LibreTime's dump and storage in one tar yield music, shows with their hosts, and history",
  { timeout: LIMIT_MS },
  async () => {
    const music = await songs("libre", 4);
    const files: Record<string, string | Buffer> = {
      "backup/libretime.sql.gz": gzipSync(
        libretimeDump(
          music.map(({ name, ...tags }) => ({
            path: `imported/1/${name}`,
            ...tags,
            seconds: SECONDS,
          })),
        ),
      ),
    };
    for (const { name, sound } of music) files[`backup/storage/imported/1/${name}`] = sound;
    const given = await packed("libretime.tar.gz", files);

    const { dry, real } = await migrate("libretime", given);

    expect(dry).toContain("tracks: 4 of 4 found (100 %)");
    expect(real).toContain("tracks: 4 of 4 found (100 %)");
    expect(real).toMatch(/jana, password: \S+/);
    expect(await namesAt("/api/programme/shows")).toEqual(
      expect.arrayContaining(["Breakfast", "Late Night"]),
    );
    expect(await namesAt("/api/programme/hosts")).toContain("Jana Nová");
    expect(await namesAt("/api/playlists")).toContain("Evening show");
    await isHeardAt(station.streamUrl, "/airtime_128");
  },
);

test("an archive with playlists and music yields both", { timeout: LIMIT_MS }, async () => {
  const music = await songs("list", 4);
  const lines = music.map(({ name }) => `music/${name}`);
  const files: Record<string, string | Buffer> = {
    "lists/Friday.m3u8": ["#EXTM3U", ...lines, ""].join("\n"),
  };
  for (const { name, sound } of music) files[`lists/music/${name}`] = sound;
  const given = await packed("lists.tar.gz", files);

  const { dry, real } = await migrate("m3u", given);

  expect(dry).toContain("tracks: 4 of 4 found (100 %)");
  expect(real).toContain("tracks: 4 of 4 found (100 %)");
  expect(await namesAt("/api/playlists")).toContain("Friday");
});

test(
  "Icecast's folder yields its mounts' addresses and the titles it played",
  { timeout: LIMIT_MS },
  async () => {
    const place = path.join(folder, "icecast");
    await mkdir(place);
    await writeFile(
      path.join(place, "icecast.xml"),
      "<icecast><mount><mount-name>/live.mp3</mount-name></mount></icecast>",
    );
    await writeFile(
      path.join(place, "playlist.log"),
      "07/Mar/2026:18:30:00 +0000|/live.mp3|1|Band 1 - azura 1\n",
    );

    const { dry, real } = await migrate("icecast", place);

    expect(dry).toContain("history: 1 plays");
    expect(real).toContain("/live.mp3 (mp3)");
    await isHeardAt(station.streamUrl, "/live.mp3");
  },
);

async function packed(name: string, files: TestFiles): Promise<string> {
  const given = path.join(folder, name);
  const work = await mkdtemp(path.join(folder, "packed-"));
  await writeFile(given, await tarOf(files, { folder: work, gzip: true }));
  return given;
}
