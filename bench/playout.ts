import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, globSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { until } from "@neonrelay/test-station";
import { childrenOf } from "@neonrelay/test-station/station-processes";
import { StreamListener } from "@neonrelay/test-station/stream-listener";
import { startBareOnAir } from "./bare-on-air.ts";
import type { BenchResult } from "./main.ts";
import { cpuSecondsOf, peakMemoryMibOf } from "./process-figures.ts";

const MUSIC = "/usr/share/games/singularity/music";
const WARM_UP_MS = 20_000;
const MEASURED_MS = 180_000;
const BITRATE_KBPS = 128;

/**
 * on-air with its engine next to liquidsoap: the same files with crossfade to MP3 at 128 kbit/s, one listener
 * each, at the same time on the same machine.
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
output.harbor(%mp3(bitrate=${BITRATE_KBPS}, samplerate=44100, stereo=true), mount="stream.mp3", port=${port}, mksafe(music))
`,
  );
  const liquidsoap = spawn("liquidsoap", [script], { stdio: "ignore" });
  try {
    await using onAir = await startBareOnAir({ folder, files, bitrateKbps: BITRATE_KBPS });
    await using ours = new StreamListener(onAir.streamUrl);
    const theirs = await until("liquidsoap streams", () => answersOn(port), { limitMs: 60_000 });
    await using peer = theirs;
    const engine = childrenOf(onAir.pid)[0] ?? 0;
    const pids = { ours: [onAir.pid, engine], theirs: [liquidsoap.pid ?? 0] };
    await pause(WARM_UP_MS);
    const before = { ours: sum(pids.ours, cpuSecondsOf), theirs: sum(pids.theirs, cpuSecondsOf) };
    const bytesBefore = { ours: ours.receivedBytes, theirs: peer.receivedBytes };
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
          what: "received, kbit/s",
          neonrelay: kbps(ours.receivedBytes - bytesBefore.ours),
          liquidsoap: kbps(peer.receivedBytes - bytesBefore.theirs),
          ratio: round(
            (ours.receivedBytes - bytesBefore.ours) / (peer.receivedBytes - bytesBefore.theirs),
          ),
        },
      ],
      aim: "aim: at most 0.8 of liquidsoap's CPU",
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

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

async function answersOn(port: number): Promise<StreamListener | undefined> {
  const listener = new StreamListener(`http://127.0.0.1:${port}/stream.mp3`, {});
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
