import { fork, type ChildProcess } from "node:child_process";
import path from "node:path";
import * as z from "zod";
import { createRandom, wordOf } from "../packages/server/src/library/test-library.ts";
import { projectRoot } from "../scripts/stage.ts";
import { startTestPostgres } from "@neonrelay/test-station/test-postgres";
import { loadAnswerSchema, type LoadAnswer, type LoadCommand } from "./api-load.ts";
import type { BenchResult } from "./main.ts";

/** A listener makes one call at a time; ten without a pause are as many as two cores can answer. */
const CONNECTIONS = [1, 10] as const;
const READS = 600;
const SEARCHES = 400;
/** The queue holds 500, and 100 are already in it. */
const REQUESTS = 380;
const COMMON_WORDS = 300;
const ALL_WORDS = 6000;

const stationSchema = z.object({
  origin: z.string(),
  cookie: z.string(),
  trackIds: z.array(z.string()),
});
type Station = z.infer<typeof stationSchema>;
type Call = LoadCommand["calls"][number];

/** API calls in a library of 100,000 tracks with 100 entries in the queue, on both databases. */
export async function benchApi(): Promise<BenchResult> {
  const rows = [...(await measure("embedded", undefined))];
  await using postgres = await startTestPostgres();
  rows.push(...(await measure("PostgreSQL", postgres.url)));
  return {
    rows,
    aim: "aim: search p99 at most 50 ms embedded and 25 ms on PostgreSQL; the load generator is on the same cores",
    broken: [],
  };
}

async function measure(engine: string, databaseUrl: string | undefined) {
  const server = fork(path.join(projectRoot, "bench/api-station.ts"), [engine], {
    env: { ...process.env, ...(databaseUrl !== undefined && { TEST_DATABASE_URL: databaseUrl }) },
  });
  const load = fork(path.join(projectRoot, "bench/api-load.ts"));
  try {
    const station = stationSchema.parse(await messageOf(server));
    const rows = [];
    for (const [what, calls] of callsOf(station)) {
      // Calls that work only once are split among the connection counts.
      const parts = what === "POST queue" ? split(calls) : CONNECTIONS.map(() => calls);
      if (what !== "POST queue")
        await run(load, station, { connections: 1, calls: calls.slice(0, calls.length / 10) });
      for (const [index, connections] of CONNECTIONS.entries()) {
        const found = await run(load, station, { connections, calls: parts[index] ?? [] });
        const row = {
          database: engine,
          what,
          connections,
          "per second": Math.round(found.perSecond),
          "p50 ms": rounded(found.p50Ms),
          "p99 ms": rounded(found.p99Ms),
          failed: found.failed,
        };
        console.log(Object.values(row).join("  "));
        rows.push(row);
      }
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

function callsOf({ trackIds }: Station): readonly (readonly [string, readonly Call[]])[] {
  const random = createRandom(11);
  const below = (limit: number): number => Math.floor(random() * limit);
  const repeated = (target: string): Call[] =>
    Array.from({ length: READS }, () => ({ method: "GET", path: target }));
  const searches = (wordsOf: () => string): Call[] =>
    Array.from({ length: SEARCHES }, () => ({
      method: "GET",
      path: `/api/tracks/search?q=${encodeURIComponent(wordsOf())}`,
    }));
  const someWord = (): string => wordOf(below(random() < 0.5 ? COMMON_WORDS : ALL_WORDS));
  const words = (): string => (random() < 0.5 ? someWord() : `${someWord()} ${someWord()}`);
  const misspelled = (): string => {
    const word = wordOf(400 + below(ALL_WORDS - 400));
    const at = 1 + below(word.length - 1);
    return `${word.slice(0, at)}x${word.slice(at + 1)}`;
  };
  const letters = (): string => wordOf(below(ALL_WORDS)).slice(0, 1 + below(2));
  return [
    ["GET radio-state", repeated("/api/radio-state")],
    ["GET queue, 100 items", repeated("/api/queue")],
    ["search, words", searches(words)],
    ["search, misspelled", searches(misspelled)],
    ["search, 1 or 2 letters", searches(letters)],
    ["search, all kinds", searches(() => [words, misspelled, letters][below(3)]?.() ?? "")],
    ["GET tracks, first page", repeated("/api/tracks?limit=100").slice(0, SEARCHES)],
    [
      "POST queue",
      trackIds.slice(-REQUESTS).map((trackId) => ({
        method: "POST",
        path: "/api/queue",
        body: JSON.stringify({ trackId }),
      })),
    ],
  ];
}

function split(calls: readonly Call[]): readonly (readonly Call[])[] {
  const size = Math.floor(calls.length / CONNECTIONS.length);
  return CONNECTIONS.map((_connections, index) => calls.slice(index * size, (index + 1) * size));
}

async function run(
  load: ChildProcess,
  { origin, cookie }: Station,
  { connections, calls }: { readonly connections: number; readonly calls: readonly Call[] },
): Promise<LoadAnswer> {
  const command: LoadCommand = { origin, cookie, connections, calls: [...calls] };
  load.send(command);
  return loadAnswerSchema.parse(await messageOf(load));
}

/** @throws when the child exits without a message */
export async function messageOf(child: ChildProcess): Promise<unknown> {
  const message = Promise.withResolvers<unknown>();
  const onExit = (code: number | null): void =>
    message.reject(new Error(`a process of the benchmark ended with ${code}`));
  child.once("message", message.resolve);
  child.once("exit", onExit);
  try {
    return await message.promise;
  } finally {
    child.off("exit", onExit);
  }
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
