import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, globSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { setTimeout as delay } from "node:timers/promises";
import type { OnAirSettings } from "@neonrelay/on-air/protocol";
import { freePort } from "@neonrelay/process/test-peer-process";
import { until } from "@neonrelay/test-station";
import { descendantsOf } from "@neonrelay/test-station/station-processes";
import { StreamListener } from "@neonrelay/test-station/stream-listener";
import { benchSettings, startBareOnAir, trackOf } from "./bare-on-air.ts";
import type { BenchResult } from "./main.ts";
import { cpuSecondsOf, peakMemoryMibOf, sharedMemoryMibOf } from "./process-figures.ts";
import { ratiosOf } from "./result-rules.ts";
import type { BenchRow } from "./stored-result.ts";

const run = promisify(execFile);
const MUSIC = "/usr/share/games/singularity/music";
const PIECE_SECONDS = 40;
/** Node compiles its hot code in the first minute; in practice both run for days. */
const WARM_UP_MS = 60_000;
const WINDOWS = 3;
const WINDOW_MS = 15_000;
/** Bitrates of both sides, with one listener each. */
const bitratesKbps = { mp3: 128, opus: 96, aac: 128 } as const;
export const mountsOf = {
  "MP3 alone": ["/stream.mp3"],
  "MP3, Opus and AAC": ["/stream.mp3", "/stream.opus", "/stream.aac"],
} as const;
export type Formats = keyof typeof mountsOf;

/**
 * on-air with its engine next to liquidsoap: the same files with crossfade, one listener per format, at the same time
 * on the same machine.
 */
export async function benchPlayout(): Promise<BenchResult> {
  if (!existsSync("/usr/bin/liquidsoap"))
    throw new Error("this benchmark needs Debian's liquidsoap: install it");
  const folder = await mkdtemp(path.join(os.tmpdir(), "neonrelay-bench-"));
  try {
    // Short pieces, so that the measured minute contains several crossfades.
    const files = await cutPieces(folder);
    return {
      rows: [
        ...(await benchFormats("MP3 alone", { folder, files })),
        ...(await benchFormats("MP3, Opus and AAC", { folder, files })),
        ...(await encoderRows(files)),
        emptyNodeRow(await memoryOfEmptyNode()),
      ],
      aim: "aim: at most 0.6 of liquidsoap's CPU and 0.8 of its memory",
      broken: [],
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function benchFormats(
  formats: Formats,
  { folder, files }: { readonly folder: string; readonly files: readonly string[] },
): Promise<readonly BenchRow[]> {
  const mounts = mountsOf[formats];
  const port = await freePort();
  const ownFolder = await mkdtemp(path.join(folder, "run-"));
  const script = path.join(ownFolder, "peer.liq");
  await writeFile(path.join(ownFolder, "list.m3u"), files.join("\n"));
  await writeFile(script, liquidsoapScript({ formats, folder: ownFolder, port }));
  const liquidsoap = spawn("liquidsoap", [script], { stdio: "ignore" });
  try {
    await using onAir = await startBareOnAir({
      folder: ownFolder,
      tracks: files.map(trackOf),
      settings: settingsOf(formats),
      clockSpeed: 1,
      environment: {},
      onMessage: () => {},
    });
    await using listeners = new AsyncDisposableStack();
    const heard: Record<"ours" | "theirs", StreamListener[]> = { ours: [], theirs: [] };
    for (const mount of mounts)
      for (const [side, base] of [
        ["ours", onAir.baseUrl],
        ["theirs", `http://127.0.0.1:${port}`],
      ] as const)
        heard[side].push(
          listeners.use(await until(`${base}${mount} streams`, () => answersAt(`${base}${mount}`))),
        );
    const theirPid = liquidsoap.pid ?? 0;
    const pids = { ours: [onAir.pid, ...descendantsOf(onAir.pid)], theirs: [theirPid] };
    await delay(WARM_UP_MS);
    return await measure(formats, { pids, heard });
  } finally {
    if (liquidsoap.exitCode === null) {
      liquidsoap.kill("SIGTERM");
      await once(liquidsoap, "exit");
    }
  }
}

/** On-air settings that send these mounts. */
export function settingsOf(formats: Formats): OnAirSettings {
  const isMore = mountsOf[formats].length > 1;
  return {
    ...benchSettings,
    bitrateKbps: bitratesKbps.mp3,
    isOpusOn: isMore,
    opusBitrateKbps: bitratesKbps.opus,
    isAacOn: isMore,
    aacBitrateKbps: bitratesKbps.aac,
  };
}

async function measure(
  formats: Formats,
  {
    pids,
    heard,
  }: {
    readonly pids: Readonly<Record<"ours" | "theirs", readonly number[]>>;
    readonly heard: Readonly<Record<"ours" | "theirs", readonly StreamListener[]>>;
  },
): Promise<readonly BenchRow[]> {
  const cpu = { ours: [] as number[], theirs: [] as number[] };
  const kbps = { ours: [] as number[], theirs: [] as number[] };
  const sides = ["ours", "theirs"] as const;
  const now = () => ({
    ms: performance.now(),
    cpu: { ours: sum(pids.ours, cpuSecondsOf), theirs: sum(pids.theirs, cpuSecondsOf) },
    bytes: { ours: received(heard.ours), theirs: received(heard.theirs) },
  });
  let before = now();
  for (let window = 0; window < WINDOWS; window += 1) {
    await delay(WINDOW_MS);
    const after = now();
    const seconds = (after.ms - before.ms) / 1000;
    for (const side of sides) {
      cpu[side].push(rounded(((after.cpu[side] - before.cpu[side]) * 100) / seconds));
      kbps[side].push(Math.round((after.bytes[side] - before.bytes[side]) / (seconds * 125)));
    }
    before = after;
  }
  const row = (what: string, ours: readonly number[], theirs: readonly number[]): BenchRow => ({
    what: `${formats}: ${what}`,
    neonrelay: ours,
    liquidsoap: theirs,
    ratio: ratiosOf(ours, theirs),
  });
  const memoryRow = (what: string, figure: (pid: number) => number): BenchRow =>
    row(what, [Math.round(sum(pids.ours, figure))], [Math.round(sum(pids.theirs, figure))]);
  return [
    row("CPU, % of a core", cpu.ours, cpu.theirs),
    row("delivered, kbit/s", kbps.ours, kbps.theirs),
    memoryRow("memory, its part of shared pages, MiB", sharedMemoryMibOf),
    memoryRow("peak of resident memory, MiB", peakMemoryMibOf),
  ];
}

function liquidsoapScript({
  formats,
  folder,
  port,
}: {
  readonly formats: Formats;
  readonly folder: string;
  readonly port: number;
}): string {
  const { mp3, opus, aac } = bitratesKbps;
  const more = `output.harbor(%opus(bitrate=${opus}, samplerate=48000, channels=2), mount="stream.opus", port=${port}, music)
output.harbor(%ffmpeg(format="adts", %audio(codec="aac", b="${aac}k", ar=44100, channels=2)), mount="stream.aac", port=${port}, music)
`;
  return `settings.init.allow_root.set(true)
music = playlist(mode="normal", "${path.join(folder, "list.m3u")}")
music = crossfade(duration=4., fade_in=4., fade_out=4., music)
music = mksafe(music)
output.harbor(%mp3(bitrate=${mp3}, samplerate=44100, stereo=true), mount="stream.mp3", port=${port}, music)
${mountsOf[formats].length > 1 ? more : ""}`;
}

/** FFmpeg's cost of decoding the same music and encoding it to each format: neither side can need less. */
async function encoderRows(files: readonly string[]): Promise<readonly BenchRow[]> {
  const { mp3, opus, aac } = bitratesKbps;
  const formats = [
    ["MP3", ["-c:a", "libmp3lame", "-b:a", `${mp3}k`, "-f", "mp3"]],
    ["Opus", ["-c:a", "libopus", "-b:a", `${opus}k`, "-f", "ogg"]],
    ["AAC", ["-c:a", "aac", "-b:a", `${aac}k`, "-f", "adts"]],
  ] as const;
  const rows: BenchRow[] = [];
  for (const [name, output] of formats) {
    const percents: number[] = [];
    for (const file of files.slice(0, 3)) {
      const command = ["-nostdin", "-benchmark", "-y", "-i", file, ...output, "/dev/null"];
      const { stderr } = await run("ffmpeg", command);
      const [, user, system] = /bench: utime=([\d.]+)s stime=([\d.]+)s/.exec(stderr) ?? [];
      percents.push(rounded(((Number(user) + Number(system)) * 100) / PIECE_SECONDS));
    }
    rows.push({ what: `FFmpeg alone, ${name}: CPU in real time, % of a core`, FFmpeg: percents });
  }
  return rows;
}

/** Memory of two idle Node processes: on-air and its engine can't be smaller. */
async function memoryOfEmptyNode(): Promise<number> {
  const empty = spawn(
    process.execPath,
    ["--max-semi-space-size=1", "-e", "setInterval(() => {}, 1000)"],
    {
      stdio: "ignore",
    },
  );
  try {
    await delay(1000);
    return Math.round(sharedMemoryMibOf(empty.pid ?? 0));
  } finally {
    empty.kill();
  }
}

function emptyNodeRow(memoryMib: number): BenchRow {
  return {
    what: "Node: memory, its part of shared pages, MiB",
    "empty process": memoryMib,
  };
}

/** Cuts pieces from the music of a Debian package. @throws when it is not installed */
export async function cutPieces(folder: string): Promise<string[]> {
  if (!existsSync(MUSIC))
    throw new Error("this benchmark needs Debian's singularity-music: install it");
  const sources = globSync("*.ogg", { cwd: MUSIC }).toSorted().slice(0, 6);
  const files = sources.map((_, index) => path.join(folder, "music", `piece-${index}.mp3`));
  await mkdir(path.join(folder, "music"));
  for (const [index, source] of sources.entries()) {
    const cut = ["-nostdin", "-v", "error", "-ss", "20", "-t", String(PIECE_SECONDS)];
    const input = ["-i", path.join(MUSIC, source), "-b:a", "192k", files[index] ?? ""];
    const ffmpeg = spawn("ffmpeg", [...cut, ...input], { stdio: "inherit" });
    const [code] = await once(ffmpeg, "exit");
    if (code !== 0) throw new Error(`ffmpeg could not cut ${source}`);
  }
  return files;
}

function received(listeners: readonly StreamListener[]): number {
  return listeners.reduce((sum, listener) => sum + listener.receivedBytes, 0);
}

/** A listener at that address, once sound arrives. */
export async function answersAt(address: string): Promise<StreamListener | undefined> {
  const listener = new StreamListener(address, {});
  try {
    await listener.receive({ bytes: 2000, limitMs: 3000 });
    return listener;
  } catch {
    await listener[Symbol.asyncDispose]();
    return undefined;
  }
}

function sum(pids: readonly number[], figure: (pid: number) => number): number {
  return pids.reduce((total, pid) => total + figure(pid), 0);
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
