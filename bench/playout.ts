import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, globSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { freePort } from "@neonrelay/process/test-peer-process";
import { until } from "@neonrelay/test-station";
import { childrenOf } from "@neonrelay/test-station/station-processes";
import { StreamListener } from "@neonrelay/test-station/stream-listener";
import { benchSettings, startBareOnAir, trackOf } from "./bare-on-air.ts";
import type { BenchResult } from "./main.ts";
import { cpuSecondsOf, peakMemoryMibOf } from "./process-figures.ts";

const MUSIC = "/usr/share/games/singularity/music";
const WARM_UP_MS = 20_000;
const MEASURED_MS = 180_000;
/** What both send, each to one listener. */
const bitratesKbps = { mp3: 128, opus: 96, aac: 128 } as const;
const mounts = ["/stream.mp3", "/stream.opus", "/stream.aac"] as const;

/**
 * on-air with its engine next to liquidsoap: the same files with crossfade to MP3, Opus and AAC, one listener each, at
 * the same time on the same machine.
 */
export async function benchPlayout(): Promise<BenchResult> {
  for (const [file, debianPackage] of [
    ["/usr/bin/liquidsoap", "liquidsoap"],
    [MUSIC, "singularity-music"],
  ] as const)
    if (!existsSync(file))
      throw new Error(`this benchmark needs Debian's ${debianPackage}: install it`);
  const folder = await mkdtemp(path.join(os.tmpdir(), "neonrelay-bench-"));
  // Short pieces of the music, so that the measured minutes hold several crossfades.
  const files = await cutPieces(folder);
  const port = await freePort();
  const script = path.join(folder, "peer.liq");
  await writeFile(path.join(folder, "list.m3u"), files.join("\n"));
  await writeFile(
    script,
    `settings.init.allow_root.set(true)
music = playlist(mode="normal", "${path.join(folder, "list.m3u")}")
music = crossfade(duration=4., fade_in=4., fade_out=4., music)
music = mksafe(music)
output.harbor(%mp3(bitrate=${bitratesKbps.mp3}, samplerate=44100, stereo=true), mount="stream.mp3", port=${port}, music)
output.harbor(%opus(bitrate=${bitratesKbps.opus}, samplerate=48000, channels=2), mount="stream.opus", port=${port}, music)
output.harbor(%ffmpeg(format="adts", %audio(codec="aac", b="${bitratesKbps.aac}k", ar=44100, channels=2)), mount="stream.aac", port=${port}, music)
`,
  );
  const liquidsoap = spawn("liquidsoap", [script], { stdio: "ignore" });
  try {
    await using onAir = await startBareOnAir({
      folder,
      tracks: files.map(trackOf),
      settings: {
        ...benchSettings,
        bitrateKbps: bitratesKbps.mp3,
        opusBitrateKbps: bitratesKbps.opus,
        aacBitrateKbps: bitratesKbps.aac,
      },
      clockSpeed: 1,
      environment: {},
      onMessage: () => {},
    });
    await using listeners = new AsyncDisposableStack();
    const ours: StreamListener[] = [];
    const theirs: StreamListener[] = [];
    for (const mount of mounts) {
      const listen = async (base: string): Promise<StreamListener> =>
        listeners.use(
          await until(`${base}${mount} streams`, () => answersAt(`${base}${mount}`), {
            limitMs: 60_000,
          }),
        );
      ours.push(await listen(onAir.baseUrl));
      theirs.push(await listen(`http://127.0.0.1:${port}`));
    }
    const engine = childrenOf(onAir.pid)[0] ?? 0;
    const pids = { ours: [onAir.pid, engine], theirs: [liquidsoap.pid ?? 0] };
    await pause(WARM_UP_MS);
    const before = { ours: sum(pids.ours, cpuSecondsOf), theirs: sum(pids.theirs, cpuSecondsOf) };
    const bytesBefore = { ours: received(ours), theirs: received(theirs) };
    await pause(MEASURED_MS);
    const minutes = MEASURED_MS / 60_000;
    const cpu = {
      ours: (sum(pids.ours, cpuSecondsOf) - before.ours) / minutes,
      theirs: (sum(pids.theirs, cpuSecondsOf) - before.theirs) / minutes,
    };
    const memory = {
      ours: sum(pids.ours, peakMemoryMibOf),
      theirs: sum(pids.theirs, peakMemoryMibOf),
    };
    const bytes = {
      ours: received(ours) - bytesBefore.ours,
      theirs: received(theirs) - bytesBefore.theirs,
    };
    const kbps = (bytes: number) => Math.round((bytes * 8) / MEASURED_MS);
    return {
      rows: [
        {
          what: "CPU seconds per minute",
          neonrelay: round(cpu.ours),
          liquidsoap: round(cpu.theirs),
          ratio: round(cpu.ours / cpu.theirs),
        },
        {
          what: "peak memory, MiB",
          neonrelay: round(memory.ours),
          liquidsoap: round(memory.theirs),
          ratio: round(memory.ours / memory.theirs),
        },
        {
          what: "received of MP3 128, Opus 96 and AAC 128, kbit/s",
          neonrelay: kbps(bytes.ours),
          liquidsoap: kbps(bytes.theirs),
          ratio: round(bytes.ours / bytes.theirs),
        },
      ],
      aim: "aim: at most 0.8 of liquidsoap's CPU",
      broken: [],
    };
  } finally {
    if (liquidsoap.exitCode === null) {
      liquidsoap.kill("SIGTERM");
      await once(liquidsoap, "exit");
    }
    await rm(folder, { recursive: true, force: true });
  }
}

async function cutPieces(folder: string): Promise<string[]> {
  const sources = globSync("*.ogg", { cwd: MUSIC }).toSorted().slice(0, 6);
  const files = sources.map((_, index) => path.join(folder, "music", `piece-${index}.mp3`));
  await mkdir(path.join(folder, "music"));
  for (const [index, source] of sources.entries()) {
    const ffmpeg = spawn(
      "ffmpeg",
      [
        "-nostdin",
        "-v",
        "error",
        "-ss",
        "20",
        "-t",
        "40",
        "-i",
        path.join(MUSIC, source),
        "-b:a",
        "192k",
        files[index] ?? "",
      ],
      { stdio: "inherit" },
    );
    const [code] = await once(ffmpeg, "exit");
    if (code !== 0) throw new Error(`ffmpeg could not cut ${source}`);
  }
  return files;
}

function received(listeners: readonly StreamListener[]): number {
  return listeners.reduce((sum, listener) => sum + listener.receivedBytes, 0);
}

async function answersAt(address: string): Promise<StreamListener | undefined> {
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

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

async function pause(lengthMs: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, lengthMs));
}
