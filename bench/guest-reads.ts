import { fork } from "node:child_process";
import path from "node:path";
import { startTestPostgres } from "@neonrelay/test-station/test-postgres";
import * as z from "zod";
import { projectRoot } from "../scripts/stage.ts";
import { messageOf } from "./api.ts";
import type { BenchResult } from "./main.ts";
import { medianOf, treeThreadsCpuMsOf } from "./process-figures.ts";

const SMALL_TRACKS = 20_000;
const LARGE_TRACKS = 200_000;
const CHEAP = "/api/tracks?limit=1";
/** The median of some rounds leaves out what the station does besides. */
const ROUNDS = 5;
const CALLS = 4;
const CHEAP_CALLS = 40;
const MAX_GROWTH = 1.5;
const MAX_TIMES_CHEAP = 4;

const stationSchema = z.object({
  origin: z.string(),
  pid: z.int(),
  reads: z.array(z.object({ path: z.string(), address: z.string() })),
});
interface Cost {
  readonly path: string;
  /** Of server and database. */
  readonly cpuMs: number;
  /** Of the database alone; the embedded one is part of the server. */
  readonly databaseCpuMs: number;
}

/** Cost of every guest read with its most expensive inputs, in a small and a large library. */
export async function benchGuestReads(): Promise<BenchResult> {
  const rows: BenchResult["rows"][number][] = [];
  const broken: string[] = [];
  for (const database of ["PostgreSQL", "embedded"]) {
    const small = await measure(database, SMALL_TRACKS);
    const large = await measure(database, LARGE_TRACKS);
    const cheap = large.get(CHEAP)?.cpuMs ?? Number.NaN;
    for (const [address, { path: of, cpuMs, databaseCpuMs }] of large) {
      const before = small.get(address)?.cpuMs ?? Number.NaN;
      const growth = cpuMs / before;
      const times = cpuMs / cheap;
      const row = {
        database,
        call: address,
        "CPU ms at 20,000": rounded(before),
        "CPU ms at 200,000": rounded(cpuMs),
        "of it database": rounded(databaseCpuMs),
        growth: rounded(growth),
        "times limit=1": rounded(times),
      };
      console.log(Object.values(row).join("  "));
      rows.push(row);
      if (growth > MAX_GROWTH || times > MAX_TIMES_CHEAP)
        broken.push(
          `${database}: ${of} as ${address} grows ${rounded(growth)} times, and costs ${rounded(times)} times ${CHEAP}`,
        );
    }
  }
  return {
    rows,
    aim: `bounds: at 200,000 tracks each costs at most ${MAX_GROWTH} times what it costs at 20,000, and at most ${MAX_TIMES_CHEAP} times ${CHEAP}; processor time of server and database, median of five rounds`,
    broken,
  };
}

async function measure(database: string, tracks: number): Promise<ReadonlyMap<string, Cost>> {
  await using postgres = database === "embedded" ? null : await startTestPostgres();
  const server = fork(path.join(projectRoot, "bench/guest-reads-station.ts"), [String(tracks)], {
    env: { ...process.env, ...(postgres !== null && { TEST_DATABASE_URL: postgres.url }) },
  });
  try {
    const { origin, pid, reads } = stationSchema.parse(await messageOf(server));
    const databaseMs = (): number => (postgres === null ? 0 : treeThreadsCpuMsOf(postgres.pid()));
    const costs = new Map<string, Cost>();
    const all = [{ path: "/api/tracks", address: CHEAP }, ...reads];
    // The first calls of each cost more: code is compiled, statements are planned.
    for (const { address } of all) await call(`${origin}${address}`);
    for (const { path: of, address } of all) {
      await call(`${origin}${address}`);
      const calls = address === CHEAP ? CHEAP_CALLS : CALLS;
      const rounds: { readonly cpuMs: number; readonly databaseCpuMs: number }[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const before = { server: treeThreadsCpuMsOf(pid), database: databaseMs() };
        for (let n = 0; n < calls; n += 1) await call(`${origin}${address}`);
        const databaseCpuMs = (databaseMs() - before.database) / calls;
        const cpuMs = (treeThreadsCpuMsOf(pid) - before.server) / calls + databaseCpuMs;
        rounds.push({ cpuMs, databaseCpuMs });
      }
      costs.set(address, {
        path: of,
        cpuMs: medianOf(rounds.map(({ cpuMs }) => cpuMs)),
        databaseCpuMs: medianOf(rounds.map(({ databaseCpuMs }) => databaseCpuMs)),
      });
    }
    console.log(database, tracks, "tracks:", costs.size, "reads");
    return costs;
  } finally {
    if (server.connected) {
      server.disconnect();
      await new Promise((resolve) => server.once("exit", resolve));
    }
  }
}

async function call(address: string): Promise<void> {
  const answer = await fetch(address);
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`${address} returned ${answer.status}`);
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
