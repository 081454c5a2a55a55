import { mkdtemp, rm } from "node:fs/promises";
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import os from "node:os";
import path from "node:path";
import { LockHeldError, takeLock } from "@neonrelay/process/data-lock";
import { until } from "@neonrelay/test-station";
import { StreamListener } from "@neonrelay/test-station/stream-listener";
import { projectRoot } from "../scripts/stage.ts";
import type { BenchResult } from "./main.ts";

const RUNS = 3;
const START_LIMIT_MS = 120_000;

/** `npm start` in a folder used before: time until it prints on air, and until the first audio byte. */
export async function benchStart(): Promise<BenchResult> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "neonrelay-bench-"));
  try {
    const first = await startOnce(dataDir);
    const warm: StartTimes[] = [];
    for (let run = 0; run < RUNS; run += 1) warm.push(await startOnce(dataDir));
    const column = (pick: (run: StartTimes) => number) => ({
      "first start": Math.round(pick(first)),
      "warm start": warm.map((run) => Math.round(pick(run))),
    });
    return {
      rows: [
        { what: "to the first audio byte, ms", ...column((run) => run.firstAudioMs) },
        { what: "to 'is on air', ms", ...column((run) => run.onAirMs) },
      ],
      aim: "aim: a warm start gives the first audio byte within 5 s",
      broken: [],
    };
  } finally {
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
}

interface StartTimes {
  readonly firstAudioMs: number;
  readonly onAirMs: number;
}

async function startOnce(dataDir: string): Promise<StartTimes> {
  const streamPort = 20_000 + Math.floor(Math.random() * 20_000);
  const startedAt = performance.now();
  const npm = spawn("npm", ["start", "--silent"], {
    cwd: projectRoot,
    stdio: ["ignore", "pipe", "ignore"],
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: "0",
      STREAM_PORT: String(streamPort),
      IRC_LISTEN_PORT: "0",
      LOG_LEVEL: "warn",
    },
  });
  const onAir = new Promise<number>((resolve, reject) => {
    createInterface({ input: npm.stdout }).on("line", (line) => {
      if (line.startsWith("Neon Relay is on air")) resolve(performance.now() - startedAt);
    });
    npm.on("exit", (code) => reject(new Error(`npm start ended with ${code}`)));
  });
  try {
    const [firstAudioMs, onAirMs] = await Promise.all([firstAudio(streamPort, startedAt), onAir]);
    return { firstAudioMs, onAirMs };
  } finally {
    npm.kill("SIGTERM");
    // npm may exit before the station: its lock shows when that has ended.
    await until("the station has stopped", () => isFree(dataDir), { limitMs: 10_000 });
  }
}

function isFree(dataDir: string): boolean {
  try {
    takeLock({ folder: dataDir, name: "station.lock" })[Symbol.dispose]();
    return true;
  } catch (error) {
    if (error instanceof LockHeldError) return false;
    throw error;
  }
}

/** Requests the stream until audio arrives. */
async function firstAudio(port: number, startedAt: number): Promise<number> {
  while (performance.now() - startedAt < START_LIMIT_MS) {
    await using listener = new StreamListener(`http://127.0.0.1:${port}/stream.mp3`, {});
    try {
      if ((await listener.head()).includes(" 200 ")) {
        await listener.receive({ bytes: 4096, limitMs: 5000 });
        return performance.now() - startedAt;
      }
    } catch {
      // not listening yet
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error("no audio came");
}
