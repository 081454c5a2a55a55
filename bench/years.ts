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
import { LIMIT_KIB, LIMIT_MS, overLimit, wholeFiles, type MeasuredCall } from "./years-rules.ts";

const CALLS = 40;
const PATIENCE_MS = 30_000;

const stationSchema = z.object({
  origin: z.string(),
  cookie: z.string(),
  tables: z.array(z.object({ table: z.string(), rows: z.int(), bytes: z.int() })),
});

/** Calls that are refused without a query; the addresses below have one. */
const needQuery: ReadonlySet<string> = new Set([
  "/api/programme/analysis",
  "/api/schedule",
  "/api/library/letters",
  "/api/tracks/search",
]);

const DAY_MS = 24 * 60 * 60_000;

/** Every call that reads and needs no more than its address, and pages of the past, in a station that has two years behind it. */
export async function benchYears(): Promise<BenchResult> {
  const calls = await measure("embedded", undefined);
  await using postgres = await startTestPostgres();
  calls.push(...(await measure("PostgreSQL", postgres.url)));
  const over = new Set(overLimit(calls).map((sentence) => sentence.split(" (")[0]));
  return {
    rows: calls.map(({ database, call, bytes, p50Ms, p99Ms }) => ({
      database,
      call,
      "KiB answered": rounded(bytes / 1024),
      "p50 ms": rounded(p50Ms),
      "p99 ms": rounded(p99Ms),
      "within limits": over.has(call) ? "NO" : "yes",
    })),
    aim: `limits: each call in ${LIMIT_MS} ms (p99) and with ${LIMIT_KIB} KiB at most, lists of a largest length aside; load of this machine in the last 5 minutes: ${os.loadavg()[1]?.toFixed(1)}`,
    broken: overLimit(calls),
  };
}

async function measure(engine: string, databaseUrl: string | undefined) {
  const server = fork(path.join(projectRoot, "bench/years-station.ts"), [], {
    env: { ...process.env, ...(databaseUrl !== undefined && { TEST_DATABASE_URL: databaseUrl }) },
  });
  const load = fork(path.join(projectRoot, "bench/api-load.ts"));
  try {
    const { origin, cookie, tables } = stationSchema.parse(await messageOf(server));
    console.log(`tables (${engine}), with their indexes:`);
    console.table(
      tables.map(({ table, rows, bytes }) => ({
        table,
        rows,
        MiB: rounded(bytes / 1024 ** 2),
        "bytes a row": Math.round(bytes / rows),
      })),
    );
    const calls: (MeasuredCall & { readonly p50Ms: number })[] = [];
    for (const address of addresses(Date.now())) {
      const bytes = await bytesOf({ origin, cookie, address });
      const { p50Ms, p99Ms } = await run(load, { origin, cookie, address });
      calls.push({ database: engine, call: address, bytes, p50Ms, p99Ms });
    }
    return calls;
  } finally {
    load.disconnect();
    if (server.connected) {
      server.disconnect();
      await new Promise((resolve) => server.once("exit", resolve));
    }
  }
}

/** Of the answer. @throws when it is an error */
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
    throw new Error(
      `${address} was answered ${answer.status} ${Buffer.from(body).toString().slice(0, 200)}`,
    );
  return body.byteLength;
}

function addresses(nowMs: number): readonly string[] {
  const plain = callGroups
    .flatMap(({ apis }) => apis)
    .flatMap((api) => Object.values(api))
    .filter(
      ({ method, path: address, mediaType }) =>
        method === "GET" && !address.includes(":") && mediaType === undefined,
    )
    .map(({ path: address }) => address)
    .filter((address) => !wholeFiles.has(address) && !needQuery.has(address));
  const ago = (days: number) => new Date(nowMs - days * DAY_MS).toISOString();
  return [
    ...plain,
    `/api/history?before=${nowMs - 700 * DAY_MS}`,
    `/api/plan/aired?before=${ago(700)}`,
    `/api/spots?from=${ago(365).slice(0, 10)}&to=${ago(0).slice(0, 10)}`,
    "/api/tracks?limit=500&offset=9500",
    "/api/incoming?offset=19900",
    "/api/users?q=listener%201999",
    "/api/programme/analysis?span=past&weeks=8",
    "/api/programme/analysis?span=coming",
    `/api/schedule?from=${ago(0)}&to=${ago(-28)}`,
    "/api/library/letters?of=artist",
    "/api/tracks/search?q=song",
  ];
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
