import { fork } from "node:child_process";
import path from "node:path";
import { startTestPostgres } from "@neonrelay/test-station/test-postgres";
import * as z from "zod";
import { projectRoot } from "../scripts/stage.ts";
import { messageOf } from "./api.ts";
import type { BenchResult } from "./main.ts";
import { cpuSecondsOf, treeCpuSecondsOf } from "./process-figures.ts";

const SMALL_TRACKS = 20_000;
const LARGE_TRACKS = 200_000;
const CHEAP = "/api/tracks?limit=1";
/** Linux counts CPU time in hundredths of a second. */
const CALLS = 20;
const CHEAP_CALLS = 200;
const MAX_GROWTH = 1.5;
const MAX_TIMES_CHEAP = 4;

const stationSchema = z.object({
  origin: z.string(),
  pid: z.int(),
  reads: z.array(z.object({ path: z.string(), address: z.string() })),
});
type Costs = ReadonlyMap<string, { readonly path: string; readonly cpuMs: number }>;

/** Cost of every guest read with its most expensive inputs, in a small and a large library. */
export async function benchGuestReads(): Promise<BenchResult> {
  const rows: BenchResult["rows"][number][] = [];
  const broken: string[] = [];
  for (const database of ["PostgreSQL", "embedded"]) {
    const small = await measure(database, SMALL_TRACKS);
    const large = await measure(database, LARGE_TRACKS);
    const cheap = large.get(CHEAP)?.cpuMs ?? Number.NaN;
    for (const [address, { path: of, cpuMs }] of large) {
      const before = small.get(address)?.cpuMs ?? Number.NaN;
      const growth = cpuMs / before;
      const times = cpuMs / cheap;
      const row = {
        database,
        call: address,
        "CPU ms at 20,000": rounded(before),
        "CPU ms at 200,000": rounded(cpuMs),
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
    aim: `bounds: at 200,000 tracks each costs at most ${MAX_GROWTH} times what it costs at 20,000, and at most ${MAX_TIMES_CHEAP} times ${CHEAP}; processor time of server and database, as of the second call`,
    broken,
  };
}

async function measure(database: string, tracks: number): Promise<Costs> {
  await using postgres = database === "embedded" ? null : await startTestPostgres();
  const server = fork(path.join(projectRoot, "bench/guest-reads-station.ts"), [String(tracks)], {
    env: { ...process.env, ...(postgres !== null && { TEST_DATABASE_URL: postgres.url }) },
  });
  try {
    const { origin, pid, reads } = stationSchema.parse(await messageOf(server));
    const cpuSeconds = (): number =>
      cpuSecondsOf(pid) + (postgres === null ? 0 : treeCpuSecondsOf(postgres.pid()));
    const costs = new Map<string, { readonly path: string; readonly cpuMs: number }>();
    for (const read of [{ path: "/api/tracks", address: CHEAP }, ...reads]) {
      await call(`${origin}${read.address}`);
      const calls = read.address === CHEAP ? CHEAP_CALLS : CALLS;
      const before = cpuSeconds();
      for (let n = 0; n < calls; n += 1) await call(`${origin}${read.address}`);
      costs.set(read.address, { path: read.path, cpuMs: ((cpuSeconds() - before) * 1000) / calls });
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
