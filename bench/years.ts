import { fork, type ChildProcess } from "node:child_process";
import path from "node:path";
import { callGroups } from "@neonrelay/contract";
import * as z from "zod";
import { startTestPostgres } from "@neonrelay/test-station/test-postgres";
import { projectRoot } from "../scripts/stage.ts";
import { loadAnswerSchema, type LoadCommand } from "./api-load.ts";
import { messageOf } from "./api.ts";
import type { BenchResult } from "./main.ts";

const CALLS = 40;
const AIM_MS = 100;
const PATIENCE_MS = 30_000;

const stationSchema = z.object({ origin: z.string(), cookie: z.string() });

/** Every call that reads and needs no more than its address, in a station that has two years behind it. */
export async function benchYears(): Promise<BenchResult> {
  const rows = await measure("embedded", undefined);
  await using postgres = await startTestPostgres();
  rows.push(...(await measure("PostgreSQL", postgres.url)));
  return { rows, aim: `aim: each call in ${AIM_MS} ms at most`, broken: [] };
}

async function measure(engine: string, databaseUrl: string | undefined) {
  const server = fork(path.join(projectRoot, "bench/years-station.ts"), [], {
    env: { ...process.env, ...(databaseUrl !== undefined && { TEST_DATABASE_URL: databaseUrl }) },
  });
  const load = fork(path.join(projectRoot, "bench/api-load.ts"));
  try {
    const { origin, cookie } = stationSchema.parse(await messageOf(server));
    const rows = [];
    for (const address of addresses()) {
      const bytes = await bytesOf({ origin, cookie, address });
      if (bytes === null) continue;
      const { p50Ms, p99Ms } = await run(load, { origin, cookie, address });
      rows.push({
        database: engine,
        call: address,
        "KiB answered": rounded(bytes / 1024),
        "p50 ms": rounded(p50Ms),
        "p99 ms": rounded(p99Ms),
        "within aim": p99Ms <= AIM_MS ? "yes" : "no",
      });
    }
    return rows;
  } finally {
    load.disconnect();
    if (server.connected) {
      server.disconnect();
      await new Promise((resolve) => server.once("exit", resolve));
    }
  }
}

/** Of the answer; null: it needs a query, or something else than the database. */
async function bytesOf({
  origin,
  cookie,
  address,
}: {
  readonly origin: string;
  readonly cookie: string;
  readonly address: string;
}): Promise<number | null> {
  const answer = await fetch(`${origin}${address}`, {
    headers: { cookie },
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  const { byteLength } = await answer.arrayBuffer();
  return answer.status === 200 ? byteLength : null;
}

function addresses(): readonly string[] {
  return callGroups
    .flatMap(({ apis }) => apis)
    .flatMap((api) => Object.values(api))
    .filter(
      ({ method, path: address, mediaType }) =>
        method === "GET" && !address.includes(":") && mediaType === undefined,
    )
    .map(({ path: address }) => address);
}

async function run(
  load: ChildProcess,
  {
    origin,
    cookie,
    address,
  }: { readonly origin: string; readonly cookie: string; readonly address: string },
) {
  const calls = Array.from({ length: CALLS }, () => ({ method: "GET", path: address }));
  const command: LoadCommand = { origin, cookie, connections: 1, calls };
  load.send(command);
  return loadAnswerSchema.parse(await messageOf(load));
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
