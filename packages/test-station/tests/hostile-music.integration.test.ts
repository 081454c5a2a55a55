// @module-tag ffmpeg
import { playSchema, trackEditsCalls, UPLOADS_AT_ONCE, type Track } from "@neonrelay/contract";
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { inParallel } from "../../server/src/deletions/in-parallel.ts";
import { shownName } from "../../server/src/incoming/incoming-rules.ts";
import { listDisk } from "../src/hostile-music/disk-listing.ts";
import type { HostileFile } from "../src/hostile-music/hostile-file.ts";
import {
  listHostileMusic,
  writeHostileMusic,
  type HostileAmount,
} from "../src/hostile-music/hostile-music.ts";
import { MemoryMonitor } from "../src/hostile-music/memory-monitor.ts";
import { makeSounds } from "../src/hostile-music/source-sounds.ts";
import { claimedNames, songCalled } from "../src/hostile-music/tricky-names.ts";
import {
  listIncomingFiles,
  listTracks,
  sendEndless,
  sendForm,
  sendResumable,
  type Outcome,
  type SentFile,
} from "../src/hostile-music/ways-in.ts";
import { TestStation, until, type Visitor } from "../src/test-station.ts";

const amount: HostileAmount = process.env["HOSTILE_MUSIC"] === "all" ? "all" : "some";
const limitMs = { some: 280_000, all: 3_600_000 }[amount];
/** In the short run only every Nth file is also uploaded, since each takes a process. */
const UPLOADED_EVERY = { some: 48, all: 1 }[amount];
/** Mostly used by a cover of 100 megapixels. */
const MAX_CHILD_BYTES = 1024 ** 3;
const PLAYED_TRACKS = { some: 3, all: 40 }[amount];
const SHORT_MS = 10_000;
/** Writing tags takes most of the time. */
const TAGGED_TRACKS = { some: 6, all: 1000 }[amount];

let base: string;
let music: string;
let station: TestStation;
let operator: Visitor;
let files: readonly HostileFile[];
let before: ReadonlyMap<string, string>;
let parts: ReturnType<TestStation["parts"]>;
let memory: MemoryMonitor;

beforeAll(async () => {
  base = await mkdtemp(path.join(os.tmpdir(), "neonrelay-hostile-"));
  music = path.join(base, "music");
  const [dataDir, temporary] = [path.join(base, "data"), path.join(base, "temporary")];
  for (const folder of [dataDir, temporary]) await mkdir(folder);
  files = await writeHostileMusic(music, { seed: 1, amount });
  before = await listDisk(base, [dataDir]);
  station = await TestStation.start({
    dataDir,
    musicDirs: [music],
    environment: { TMPDIR: temporary },
  });
  operator = await station.operator();
  parts = station.parts();
  memory = new MemoryMonitor(parts.server ?? 0);
}, limitMs);

afterAll(async () => {
  memory?.[Symbol.dispose]();
  await station?.[Symbol.asyncDispose]();
  await rm(base, { recursive: true, force: true });
});

/** Why a file's outcome is wrong; undefined: it is right. */
function problemWith({ expected }: HostileFile, { state, reason }: Outcome): string | undefined {
  if (expected !== "either" && state !== expected) return `${state}: ${reason}`;
  if (state === "added") return undefined;
  const isForPeople =
    /^[A-Z].{10,300}$/.test(reason ?? "") &&
    !/see the station's log|undefined|null|Error\b|media child|no result|\/tmp\//.test(
      reason ?? "",
    );
  return isForPeople ? undefined : `refused without a reason for people: ${reason}`;
}

/** At most `most` track ids, always the same ones. */
function someOf(tracks: readonly Track[], most: number): readonly string[] {
  const every = Math.ceil(tracks.length / most);
  return tracks
    .toSorted((one, other) => one.title.localeCompare(other.title))
    .filter((_track, index) => index % every === 0)
    .map(({ id }) => id);
}

function digest(content: Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

const inParts = (file: SentFile) => sendResumable({ station, operator }, file, limitMs);
/** A form whose headers are broken by a name may be refused. */
const asInForm = (file: HostileFile): HostileFile =>
  file.name.includes("\n") ? { ...file, expected: "either" } : file;
const byForm = (file: SentFile) => sendForm({ station, operator }, file);

/**
 * Uploads files like the web app, a few at a time.
 * @returns wrong outcomes, and the number of files added
 */
async function sendAll(
  files: readonly HostileFile[],
  send: (file: SentFile) => Promise<Outcome>,
): Promise<{
  readonly problems: readonly (readonly [string, string])[];
  readonly added: number;
}> {
  const sent = await inParallel(files, UPLOADS_AT_ONCE, async (file) => {
    const content = file.make();
    return { digest: digest(content), outcome: await send({ name: file.name, content }) };
  });
  const folder = path.join(station.dataDir, "music", "uploads");
  const stored = [...(await listDisk(folder)).values()];
  const times = (digests: readonly string[], wanted: string) =>
    digests.filter((each) => each === wanted).length;
  const added = sent.flatMap(([, each]) => (each.outcome.state === "added" ? each.digest : []));
  const problems = sent.flatMap(([file, { digest: own, outcome }]) => {
    const problem = problemWith(file, outcome);
    const isWhole = times(stored, own) === times(added, own);
    return [
      ...(problem === undefined ? [] : [[file.name, problem] as const]),
      ...(isWhole
        ? []
        : [
            [
              file.name,
              `${outcome.state}, and ${times(stored, own)} times in the library`,
            ] as const,
          ]),
    ];
  });
  return { problems, added: added.length };
}

test(
  "a music folder full of them is read to its end, and each file is a track or refused in words",
  async () => {
    const found = await until(
      "the music folder is read",
      async () => {
        const list = await listIncomingFiles(operator, "folder");
        return list.files.length >= files.length && !list.isScanning && list.files;
      },
      { limitMs },
    );

    const problems = files.flatMap((file) => {
      const named = found.filter(({ name }) => name === shownName(file.name));
      if (named.length === 0) return [[file.name, "left out"]];
      return named.flatMap(({ state, reason }) => {
        if (state !== "added" && state !== "refused") return [[file.name, state]];
        const problem = problemWith(file, { state, reason });
        return problem === undefined ? [] : [[file.name, problem]];
      });
    });
    expect(problems).toEqual([]);
    expect(found).toHaveLength(files.length);
  },
  limitMs,
);

test.for([
  ["in parts", 2],
  ["by the form", 3],
] as const)(
  "sent %s, each is completely in the library or refused in words",
  { timeout: limitMs },
  async ([way, seed], { annotate }) => {
    const all = await listHostileMusic({ seed, amount });
    const files = all
      .filter((_file, index) => index % UPLOADED_EVERY === 0)
      .map((file) => (way === "by the form" ? asInForm(file) : file));
    const { problems, added } = await sendAll(files, way === "in parts" ? inParts : byForm);
    await annotate(`${added} of ${files.length} files were added, the others refused`);
    expect(problems).toEqual([]);
  },
);

test(
  "no name claimed by a sender leads out of the upload folder",
  async () => {
    const sounds = await makeSounds({ seed: 4, seconds: 2 });
    const named = claimedNames
      .map((name, index) => ({ name, make: () => songCalled(sounds, `${index} ${name}`) }))
      .filter((_file, index) => index % Math.ceil(UPLOADED_EVERY / 4) === 0);
    const half = (rest: number) => named.filter((_file, index) => index % 2 === rest);
    const parts = half(0).map((file) => ({ ...file, expected: "added" as const }));
    // A form whose headers are broken by a name may be refused.
    const forms = half(1).map((file) => ({ ...file, expected: "either" as const }));

    expect((await sendAll(parts, inParts)).problems).toEqual([]);
    expect((await sendAll(forms, byForm)).problems).toEqual([]);
  },
  limitMs,
);

test("endless Ogg is refused as too large, and nothing of it is kept", async () => {
  const { ogg } = await makeSounds({ seed: 5, seconds: 2 });

  const outcome = await sendEndless({ station, operator }, ogg);

  expect(outcome).toEqual({
    state: "refused",
    reason: "Please select a file smaller than 50MB",
  });
  expect(await readdir(path.join(station.dataDir, "uploads"))).toEqual([]);
});

test(
  "accepted files play",
  async () => {
    const short = (await listTracks(operator)).filter(
      ({ durationMs }) => (durationMs ?? Infinity) <= SHORT_MS,
    );
    const chosen = someOf(short, PLAYED_TRACKS);
    for (const trackId of chosen) await operator.call("POST", "/api/queue", { trackId });
    // The one on air by now may claim to last for hours.
    await operator.call("POST", "/api/playback/skip");

    const played = async () => {
      const { body } = await operator.call("GET", "/api/history?limit=50");
      const plays = z.array(playSchema).parse(body);
      return chosen.filter((id) => plays.some((play) => play.track?.id === id));
    };
    await expect.poll(played, { timeout: limitMs }).toEqual(chosen);
  },
  limitMs,
);

test(
  "tags are written into accepted files, or a file is left alone for a stated reason",
  async () => {
    const trackIds = someOf(await listTracks(operator), TAGGED_TRACKS);

    await operator.call("POST", "/api/tracks/edits", {
      trackIds,
      changes: { genre: { do: "set", to: "Hostile" } },
      writesFiles: true,
    });
    const edit = await until(
      "the files are written",
      async () => {
        const { body } = await operator.call("GET", "/api/tracks/edits");
        const [newest] = trackEditsCalls.listTracksEdits.response.parse(body);
        return newest?.files.waiting === 0 && newest;
      },
      { limitMs },
    );

    expect(edit.files.written + edit.files.failed).toBe(trackIds.length);
    expect(edit.files.written).toBeGreaterThan(trackIds.length / 2);
    // On a busy machine writing the largest may take too long.
    const reasons = [...new Set(edit.failures.map(({ reason }) => reason))];
    expect(reasons.filter((reason) => /log|crashed|code \d/.test(reason))).toEqual([]);
  },
  limitMs,
);

test("all of it left the station unchanged, and nothing outside its folders was touched", async () => {
  await operator.call("POST", "/api/incoming/dismiss", {});
  const left = await listDisk(path.join(station.dataDir, "incoming"));
  const after = await listDisk(base, [station.dataDir, music]);

  expect(station.parts()).toEqual(parts);
  expect(station.lines.filter((line) => /"level":"(?:error|fatal)"/.test(line))).toEqual([]);
  expect(memory.peakBytes).toBeLessThan(MAX_CHILD_BYTES);
  expect([...left.keys()].map((each) => path.basename(each)).toSorted()).toEqual([
    "parts",
    "received",
  ]);
  expect(await readdir(path.join(station.dataDir, "uploads"))).toEqual([]);
  expect([...after.keys()].filter((each) => !before.has(each))).toEqual([]);
  const names = [...(await listDisk(music)).keys()];
  expect(names.filter((each) => !before.has(each))).toEqual([]);
});
