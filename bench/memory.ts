import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { TestStation, until } from "@neonrelay/test-station";
import { childrenOf } from "@neonrelay/test-station/station-processes";
import type { BenchResult } from "./main.ts";
import { sharedMemoryMibOf } from "./process-figures.ts";

const IDLE_MS = 120_000;
const LIMITS_MIB = { embedded: 450, server: 350 } as const;

/** What an idle station with the demo tracks takes of the memory, by process; of shared pages its part (PSS). */
export async function benchMemory(): Promise<BenchResult> {
  const engine = process.env["DATABASE_URL"] === undefined ? "embedded" : "server";
  const { DATABASE_URL: databaseUrl } = process.env;
  await using station = await TestStation.start({
    demoMusic: true,
    environment: {
      ...spareEnvironment(),
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    },
  });
  await until(
    "demo tracks created",
    () => station.lines.some((line) => line.includes("demo tracks created")),
    { limitMs: 300_000 },
  );
  await delay(IDLE_MS);
  const rows = withChildren(station.launcherPid).map((pid) => ({
    process: nameOf(pid),
    "PSS, MiB": Math.round(sharedMemoryMibOf(pid)),
  }));
  const sum = rows.reduce((total, row) => total + row["PSS, MiB"], 0);
  return {
    rows: [...rows, { process: "all", "PSS, MiB": sum }],
    aim: `aim: ${LIMITS_MIB[engine]} MiB in all with this database`,
    broken: [],
  };
}

/** What `npm start` gives its processes to keep them small: it has given it to this one, too. */
export function spareEnvironment(): Readonly<Record<string, string>> {
  const spare = Object.entries(process.env).flatMap(([name, value]) =>
    name.startsWith("MALLOC_") && value !== undefined ? [[name, value] as const] : [],
  );
  if (spare.length === 0) throw new Error("begin with `npm run bench`");
  return Object.fromEntries(spare);
}

function withChildren(pid: number): readonly number[] {
  return [pid, ...childrenOf(pid).flatMap(withChildren)];
}

/** The part of the program that it runs. */
function nameOf(pid: number): string {
  const line = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  return /packages\/(\S+)\/main\.ts/.exec(line)?.[1]?.replace("/src", "") ?? line.trim();
}
