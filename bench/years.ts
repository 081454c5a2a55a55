import { fork, type ChildProcess } from "node:child_process";
import os from "node:os";
import path from "node:path";
import { callGroups } from "@neonrelay/contract";
import * as z from "zod";
import { startTestPostgres } from "@neonrelay/test-station/test-postgres";
import { projectRoot } from "../scripts/stage.ts";
import { loadAnswerSchema, type LoadCommand } from "./api-load.ts";
import { messageOf } from "./api.ts";
import type { BenchResult } from "./main.ts";
import { callsOf, furtherAddresses, leftOut } from "./years-calls-rules.ts";
import { LIMIT_KIB, LIMIT_MS, overLimit, type MeasuredCall } from "./years-rules.ts";

const CALLS = 100;
/** Threshold for slow calls. */
const SLOW_MS = 300;
const SLOW_CALLS = 8;
/** The first request computes the coming days, for up to a minute. */
const PATIENCE_MS = 90_000;

const stationSchema = z.object({
  origin: z.string(),
  cookie: z.string(),
  tables: z.array(z.object({ table: z.string(), rows: z.int(), bytes: z.int() })),
  examples: z.object({
    trackId: z.string(),
    longPlaylistId: z.string(),
    playlistId: z.string(),
    smartPlaylistId: z.string(),
    showId: z.string(),
    slug: z.string(),
    itemId: z.string(),
    playId: z.string(),
    oldLineId: z.string(),
    oldLogId: z.string(),
    oldEventId: z.string(),
    oldSanctionId: z.string(),
  }),
});

type MeasuredYears = MeasuredCall & { readonly p50Ms: number };

/** Every read call, including pages of the past, on a station with two years of data. */
export async function benchYears(): Promise<BenchResult> {
  const embedded = await measure("embedded", undefined);
  await using postgres = await startTestPostgres();
  const server = await measure("PostgreSQL", postgres.url);
  const calls = [...embedded.calls, ...server.calls];
  return {
    rows: [
      ...calls.map(({ database, call, bytes, p50Ms, p99Ms }) => ({
        database,
        call,
        "KiB answered": rounded(bytes / 1024),
        "p50 ms": rounded(p50Ms),
        "p99 ms": rounded(p99Ms),
      })),
      ...embedded.tables,
      ...server.tables,
    ],
    aim: `limits: each call in ${LIMIT_MS} ms (p99) and with ${LIMIT_KIB} KiB at most, lists of a largest length aside; load of this machine in the last 5 minutes: ${os.loadavg()[1]?.toFixed(1)}`,
    broken: [
      ...new Set(
        [...embedded.forgotten, ...server.forgotten].map(
          (path) => `${path} is neither asked nor left out for a reason, or is no call that reads`,
        ),
      ),
      ...overLimit(calls),
    ],
  };
}

async function measure(engine: string, databaseUrl: string | undefined) {
  const server = fork(path.join(projectRoot, "bench/years-station.ts"), [], {
    env: { ...process.env, ...(databaseUrl !== undefined && { TEST_DATABASE_URL: databaseUrl }) },
  });
  const load = fork(path.join(projectRoot, "bench/api-load.ts"));
  try {
    const station = stationSchema.parse(await messageOf(server));
    const { origin, cookie } = station;
    const { calls, forgotten } = callsOf(paths(), {
      further: furtherAddresses(station.examples, Date.now()),
      reasons: leftOut,
    });
    const measured: MeasuredYears[] = [];
    // The plan is rebuilt now and then, with other items.
    const isOfItem = ({ address }: { readonly address: string }): number =>
      Number(address.includes(station.examples.itemId));
    for (const { path: of, address } of calls.toSorted((a, b) => isOfItem(b) - isOfItem(a))) {
      const given = { origin, cookie, address };
      await bytesOf(given);
      const startedAtMs = performance.now();
      const bytes = await bytesOf(given);
      const count = performance.now() - startedAtMs > SLOW_MS ? SLOW_CALLS : CALLS;
      const { p50Ms, p99Ms, failed } = await run(load, { ...given, count });
      console.log(engine, address, rounded(bytes / 1024), rounded(p50Ms), rounded(p99Ms));
      measured.push({ database: engine, path: of, call: address, bytes, p50Ms, p99Ms, failed });
    }
    const tables = station.tables.map(({ table, rows, bytes }) => ({
      database: engine,
      table: `table ${table}`,
      rows,
      MiB: rounded(bytes / 1024 ** 2),
      "bytes a row": Math.round(bytes / rows),
    }));
    return { calls: measured, forgotten, tables };
  } finally {
    load.disconnect();
    if (server.connected) {
      server.disconnect();
      await new Promise((resolve) => server.once("exit", resolve));
    }
  }
}

/** Size of the response; prints errors, which the load then counts. */
async function bytesOf({
  origin,
  cookie,
  address,
}: {
  readonly origin: string;
  readonly cookie: string;
  readonly address: string;
}): Promise<number> {
  const answer = await fetch(`${origin}${address}`, {
    headers: { cookie },
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  const body = await answer.arrayBuffer();
  if (answer.status !== 200)
    console.error(
      `${address} returned ${answer.status} ${Buffer.from(body).toString().slice(0, 200)}`,
    );
  return body.byteLength;
}

/** Paths of all read calls. */
function paths(): readonly string[] {
  return callGroups
    .flatMap(({ apis }) => apis)
    .flatMap((api) => Object.values(api))
    .filter(({ method }) => method === "GET")
    .map(({ path: address }) => address);
}

async function run(
  load: ChildProcess,
  {
    origin,
    cookie,
    address,
    count,
  }: {
    readonly origin: string;
    readonly cookie: string;
    readonly address: string;
    readonly count: number;
  },
) {
  const calls = Array.from({ length: count }, () => ({ method: "GET", path: address }));
  const command: LoadCommand = { origin, cookie, connections: 1, calls };
  load.send(command);
  return loadAnswerSchema.parse(await messageOf(load));
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
