import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { until } from "@neonrelay/test-station";
import { descendantsOf } from "@neonrelay/test-station/station-processes";
import { StreamListener } from "@neonrelay/test-station/stream-listener";
import { startTestPostgres } from "@neonrelay/test-station/test-postgres";
import { projectRoot } from "../scripts/stage.ts";
import type { BenchResult } from "./main.ts";
import { cpuSecondsOf, memoryPartsOf } from "./process-figures.ts";
import type { BenchRow } from "./stored-result.ts";

const IDLE_MS = 45_000;
const LISTENING_MS = 5_000;
const MEASURED_MS = 30_000;
const LIMITS_MIB = { embedded: 450, PostgreSQL: 350 } as const;
type Database = keyof typeof LIMITS_MIB;

/**
 * Memory while idle and CPU with one listener, per process of a station with the demo tracks. Its code was loaded
 * before, since the first start after an installation also strips types and keeps that memory until it ends.
 */
export async function benchMemory(): Promise<BenchResult> {
  {
    await using first = await startAsNpmDoes({});
    await until("demo tracks are created", () => first.hasSaid("demo tracks created"), {
      limitMs: 180_000,
    });
  }
  await using postgres = await startTestPostgres();
  return {
    rows: [
      ...(await measure("embedded", {})),
      ...(await measure("PostgreSQL", { DATABASE_URL: postgres.url })),
    ],
    aim: `aim: ${LIMITS_MIB.embedded} MiB embedded, ${LIMITS_MIB.PostgreSQL} MiB with PostgreSQL, and 6 % of a core with one listener; a PostgreSQL server's own processes are not counted`,
    broken: [],
  };
}

async function measure(
  database: Database,
  environment: Readonly<Record<string, string>>,
): Promise<readonly BenchRow[]> {
  await using station = await startAsNpmDoes(environment);
  await until("demo tracks are created", () => station.hasSaid("demo tracks created"), {
    limitMs: 180_000,
  });
  await delay(IDLE_MS);
  const pids = [station.launcherPid, ...descendantsOf(station.launcherPid)];
  const memory = new Map(pids.map((pid) => [pid, memoryPartsOf(pid)]));
  await using _listener = new StreamListener(`${station.streamUrl}/stream.mp3`, {});
  await delay(LISTENING_MS);
  const before = new Map(pids.map((pid) => [pid, cpuSecondsOf(pid)]));
  await delay(MEASURED_MS);
  const rows = pids.map((pid) => {
    const { allMib, dataMib, filesMib } = memory.get(pid) ?? memoryPartsOf(pid);
    const cpuSeconds = cpuSecondsOf(pid) - (before.get(pid) ?? 0);
    return {
      what: nameOf(pid),
      "memory, MiB": Math.round(allMib),
      "its data, MiB": Math.round(dataMib),
      "its files, MiB": Math.round(filesMib),
      "CPU with one listener, % of a core": Math.round((cpuSeconds * 1e6) / MEASURED_MS) / 10,
    };
  });
  const all = rows.reduce((sum, row) => ({
    what: "all",
    "memory, MiB": sum["memory, MiB"] + row["memory, MiB"],
    "its data, MiB": sum["its data, MiB"] + row["its data, MiB"],
    "its files, MiB": sum["its files, MiB"] + row["its files, MiB"],
    "CPU with one listener, % of a core":
      Math.round(
        (sum["CPU with one listener, % of a core"] + row["CPU with one listener, % of a core"]) *
          10,
      ) / 10,
  }));
  const starter = memoryPartsOf(station.firstPid);
  return [
    ...rows.map((row) => ({ database, ...row })),
    { database, ...all, what: "all" },
    {
      database,
      what: "beside it, the first stage of `npm start`",
      "memory, MiB": Math.round(starter.allMib),
    },
  ];
}

interface StartedStation extends AsyncDisposable {
  /** The first stage, which finds Node 24 and waits. */
  readonly firstPid: number;
  readonly launcherPid: number;
  /** Without a path. */
  readonly streamUrl: string;
  readonly hasSaid: (text: string) => boolean;
}

/** A station in its own folder, with everything `npm start` does to keep its processes small. */
async function startAsNpmDoes(
  environment: Readonly<Record<string, string>>,
): Promise<StartedStation> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "neonrelay-bench-"));
  const first = spawn(
    process.execPath,
    [path.join(projectRoot, "scripts/bootstrap.mjs"), "start"],
    {
      cwd: projectRoot,
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        PATH: process.env["PATH"] ?? "",
        DATA_DIR: dataDir,
        PORT: "0",
        STREAM_PORT: "0",
        IRC_LISTEN_PORT: "0",
        ...environment,
      },
    },
  );
  const lines: string[] = [];
  for (const output of [first.stdout, first.stderr])
    createInterface({ input: output }).on("line", (line) => lines.push(line));
  const station = {
    firstPid: first.pid ?? 0,
    hasSaid: (text: string) => lines.some((line) => line.includes(text)),
    async [Symbol.asyncDispose]() {
      if (first.exitCode === null && first.signalCode === null) {
        const ended = once(first, "exit");
        first.kill("SIGTERM");
        await ended;
      }
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  await using failed = new AsyncDisposableStack();
  failed.use(station);
  await until("the station is on air", () => station.hasSaid("Neon Relay is on air"), {
    limitMs: 120_000,
  });
  const launcherPid = descendantsOf(station.firstPid)[0];
  const stream = lines
    .find((line) => line.startsWith("Stream:"))
    ?.slice("Stream:".length)
    .trim();
  if (launcherPid === undefined || stream === undefined)
    throw new Error(`the station did not print its address:\n${lines.join("\n")}`);
  failed.move();
  return { ...station, launcherPid, streamUrl: new URL(stream).origin };
}

/** The program's part that it runs. */
function nameOf(pid: number): string {
  const line = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
  const part = /packages\/(\S+)\/main\.ts/.exec(line)?.[1]?.replace("/src", "");
  return part ?? /packages\/\S+\/(\S+)\.ts/.exec(line)?.[1] ?? line;
}
