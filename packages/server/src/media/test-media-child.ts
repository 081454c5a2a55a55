import type { MediaJob, MediaResult, OriginalPlace } from "@neonrelay/on-air/media-jobs";
import { createHash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { getPriority, networkInterfaces } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { text } from "node:stream/consumers";

/**
 * A media child for tests, controlled by names of files: `crash` dies like native code, `throw` exits with code 1,
 * `hang` falls silent, `long` exceeds any test's limit but reports progress, `bad` is refused, `meet` waits in the
 * artwork folder for another child, `short` lasts 949 ms and `endless` longer than any track may, all others a second;
 * `clipped` is clipped, `nice` is titled with its niceness, `confined` with its rights; everything else is a track.
 */
const job: unknown = JSON.parse(await text(process.stdin));
if (!isMediaJob(job)) throw new Error("no media job");
const say = (result: MediaResult): void => void process.stdout.write(`${JSON.stringify(result)}\n`);

if (job.kind === "synthesise-demo") {
  for (const name of ["one", "jingles/ident", "two"]) {
    const file = path.join(job.folder, `${name}.mp3`);
    if (existsSync(file)) continue;
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(`${file}.part`, name);
    copyFileSync(`${file}.part`, file);
    say({ kind: "demo-track", path: file });
  }
} else if (job.kind === "sound-prints") {
  for (const file of job.paths) {
    if (file.includes("crash")) process.kill(process.pid, "SIGSEGV");
    say({ kind: "sound-print", path: file, soundPrint: printOf(file) });
  }
} else if (job.kind === "picture") {
  say({ kind: "picture", base64: job.base64 });
} else if (job.kind === "check-codecs") {
  say({ kind: "codec", name: "MP3", problem: null });
} else if (job.kind === "store-cover" || job.kind === "folder-covers") {
  const paths = job.kind === "store-cover" ? [job.picturePath] : job.paths;
  for (const one of paths) say({ kind: "cover", path: one, artworkName: "0".repeat(32) });
} else if (job.kind === "peaks") {
  for (const file of job.paths) {
    if (file.includes("bad")) say({ kind: "refused", path: file, reason: "This is not audio" });
    else say({ kind: "peaks", path: file, peaks: flatPeaks(file) });
  }
} else if (job.kind === "render") {
  const { track, next } = job;
  if (track.path.includes("hang")) await new Promise((resolve) => setTimeout(resolve, 3_600_000));
  const heard = Buffer.from(JSON.stringify({ track, next, fromMs: job.fromMs }));
  say({ kind: "sound", base64: heard.toString("base64"), joinAtMs: next === null ? null : 1234 });
} else if (job.kind === "tag-copies") {
  for (const { path: file, copyPath, tags, original } of job.files) {
    if (file.includes("crash")) {
      writeFileSync(copyPath, "in piec");
      process.kill(process.pid, "SIGSEGV");
    }
    if (file.includes("hang")) {
      writeFileSync(copyPath, "half a co");
      await new Promise((resolve) => setTimeout(resolve, 3_600_000));
    }
    if (file.includes("bad")) {
      say({ kind: "refused", path: file, reason: "This is not audio" });
      continue;
    }
    const unread = file.includes("poor") ? ["albumArtists"] : [];
    const before = readFileSync(file, "utf8");
    const after = `${JSON.stringify(tags)}|${before.split("|").at(-1)}`;
    if (original === null) {
      writeFileSync(copyPath, after);
      say({ kind: "tagged", path: file, unread, original, isInPlace: false });
      continue;
    }
    const earlier = recordOf(original);
    const isInPlace = earlier !== null && earlier.after === before;
    if (!isInPlace) {
      writeFileSync(copyPath, after);
      keepRecord(original, { before, after });
    }
    const bytes = readFileSync(original.recordPath).length;
    const pictures = readdirSync(original.picturesFolder).filter((name) => before.includes(name));
    say({ kind: "tagged", path: file, unread, original: { bytes, pictures }, isInPlace });
  }
} else if (job.kind === "original-copies") {
  for (const { path: file, copyPath, original } of job.files) {
    const record = recordOf(original);
    const now = readFileSync(file, "utf8");
    const isInPlace = record?.before === now;
    if (!isInPlace && record?.after === now) writeFileSync(copyPath, String(record.before));
    if (isInPlace || record?.after === now) say({ kind: "restored", path: file, isInPlace });
    else say({ kind: "refused", path: file, reason: "The file has changed since this edit" });
  }
} else if (job.kind === "original-sizes") {
  for (const file of job.paths)
    say({ kind: "original-size", path: file, bytes: readFileSync(file).length, pictures: [] });
} else {
  for (const file of job.paths) {
    const { name } = path.parse(file);
    if (name.includes("crash")) process.kill(process.pid, "SIGSEGV");
    if (name.includes("throw")) throw new Error("a bug in the child");
    if (name.includes("hang")) await new Promise((resolve) => setTimeout(resolve, 3_600_000));
    if (name.includes("long"))
      for (let minute = 1; minute <= 12; minute += 1) {
        await new Promise((resolve) => setTimeout(resolve, 1000));
        say({ kind: "progress", path: file, decodedMs: minute * 60_000 });
      }
    if (name.includes("meet")) await meetAnother(job.artworkFolder);
    if (name.includes("bad")) say({ kind: "refused", path: file, reason: "This is not audio" });
    else say({ kind: "analysed", path: file, analysis: analysisOf(file) });
  }
}

/** The complete file before and after; a word in it that begins with `picture` is a picture of 1000 bytes. */
function keepRecord(
  { recordPath, picturesFolder }: OriginalPlace,
  record: { readonly before: string; readonly after: string },
): void {
  mkdirSync(picturesFolder, { recursive: true });
  for (const name of record.before.match(/picture\w*/g) ?? [])
    writeFileSync(path.join(picturesFolder, name), "x".repeat(1000));
  writeFileSync(recordPath, JSON.stringify(record));
}

function recordOf({ recordPath }: OriginalPlace): { before: unknown; after: unknown } | null {
  if (!existsSync(recordPath)) return null;
  const record: unknown = JSON.parse(readFileSync(recordPath, "utf8"));
  if (typeof record !== "object" || record === null) return null;
  if (!("before" in record) || !("after" in record)) return null;
  return { before: record.before, after: record.after };
}

/**
 * Checked by hand: loading the schema would take longer than the rest of this child. The real child parses its jobs
 * with it.
 */
function isMediaJob(value: unknown): value is MediaJob {
  if (typeof value !== "object" || value === null || !("kind" in value)) return false;
  const files = "paths" in value ? value.paths : "files" in value ? value.files : [0];
  return Array.isArray(files) && files.length >= 1 && files.length <= 1000;
}

/** A waveform with a single point as high as the name is long. */
function flatPeaks(file: string): string {
  const { length } = path.basename(file);
  const header = Buffer.from([78, 82, 87, 49, 64, 0, 0, 0, 1, 0, 0, 0]);
  return gzipSync(Buffer.concat([header, Buffer.from([length, 0, length])])).toString("base64");
}

function describeRights(): string {
  const status = readFileSync("/proc/self/status", "utf8");
  const limits = readFileSync("/proc/self/limits", "utf8");
  return JSON.stringify({
    hasNetwork: Object.keys(networkInterfaces()).length > 0,
    mayGainRights: /^NoNewPrivs:\s+0$/m.test(status),
    openFiles: Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1]),
    // oxlint-disable-next-line node/no-process-env -- to report that there are none
    secrets: Object.keys(process.env).filter((name) => /PASSWORD|DATABASE|TOKEN/.test(name)),
  });
}

async function meetAnother(folder: string): Promise<void> {
  writeFileSync(path.join(folder, String(process.pid)), "");
  while (readdirSync(folder).length < 2) await new Promise((resolve) => setTimeout(resolve, 10));
}

/** Between -70 and -5 LUFS, different for each sound, which is the text after the last `|` in a file. */
function loudnessOf(file: string): number {
  const sound = existsSync(file) ? readFileSync(file, "utf8").split("|").at(-1) : "";
  const digest = createHash("sha256")
    .update(sound ?? "")
    .digest();
  return -5 - (digest.readUInt32BE() / 2 ** 32) * 65;
}

/**
 * A print of two minutes, different for each sound. In a file called `noisy` it deviates slightly, as after another
 * encoding.
 */
function printOf(file: string): string {
  const sound = existsSync(file) ? (readFileSync(file, "utf8").split("|").at(-1) ?? "") : "";
  const blocks = Array.from({ length: 120 }, (_, second) =>
    createHash("sha256").update(`${sound} ${second}`).digest(),
  );
  const print = Buffer.concat(blocks);
  // One bit in every third number.
  if (file.includes("noisy"))
    for (let at = 0; at < print.length; at += 12) print.writeUInt8(print.readUInt8(at) ^ 1, at);
  return print.toString("base64");
}

function lengthOf(file: string): number {
  if (file.includes("endless")) return 3e9;
  return file.includes("short") ? 949 : 1000;
}

function analysisOf(file: string): Extract<MediaResult, { kind: "analysed" }>["analysis"] {
  return {
    title: file.includes("confined")
      ? describeRights()
      : file.includes("nice")
        ? `niceness ${getPriority()}`
        : path.parse(file).name,
    artists: ["Tester"],
    album: null,
    genre: null,
    year: null,
    trackNumber: null,
    discNumber: null,
    albumArtists: [],
    isrc: null,
    label: null,
    language: null,
    isExplicit: null,
    hasTitle: true,
    hasArtist: true,
    tagLufs: null,
    kindTag: null,
    codec: "mp3",
    bitrateKbps: 128,
    sampleRateHz: 44_100,
    channels: 2,
    durationMs: lengthOf(file),
    integratedLufs: loudnessOf(file),
    truePeakDbtp: -10,
    loudnessRangeLu: 0,
    limiterRoomDb: 6,
    quietestDb: -20,
    dcOffset: 0,
    cues: { cueInMs: 0, cueOutMs: null, startNextMs: 1000 },
    soundPrint: printOf(file),
    troubles: file.includes("clipped") ? [{ kind: "clipped", amount: 90, atMs: 500 }] : [],
    artworkName: null,
    sizeBytes: 1,
    modifiedAtMs: 1,
    peaks: flatPeaks(file),
  };
}
