import { fork } from "node:child_process";
import path from "node:path";
import * as z from "zod";
import { projectRoot } from "../scripts/stage.ts";
import { messageOf } from "./api.ts";
import { loadAnswerSchema, type LoadAnswer, type LoadCommand } from "./api-load.ts";
import type { BenchResult } from "./main.ts";

const LIMIT_MS = 200;
const CALLS = 100;
const stationSchema = z.object({ origin: z.string(), cookie: z.string() });
type Station = z.infer<typeof stationSchema>;

const statements = [
  ["a statement that waits", "select pg_sleep(9)"],
  ["a statement that computes", "select count(*) from generate_series(1, 100000000000)"],
] as const;

/** Duration of other calls while an SQL console statement runs on the embedded database of 100,000 tracks. */
export async function benchConsole(): Promise<BenchResult> {
  const server = fork(path.join(projectRoot, "bench/api-station.ts"), ["embedded"]);
  const load = fork(path.join(projectRoot, "bench/api-load.ts"));
  try {
    const station = stationSchema.parse(await messageOf(server));
    const callAll = async () => {
      load.send(commandFor(station));
      return loadAnswerSchema.parse(await messageOf(load));
    };
    await callAll();
    const rows = [rowOf("no statement", [await callAll(), await callAll()])];
    for (const [name, statement] of statements) {
      const ended = new AbortController();
      const running = run(station, statement).finally(() => ended.abort());
      const answers = [];
      while (!ended.signal.aborted) answers.push(await callAll());
      console.log(name, await running);
      rows.push(rowOf(name, answers));
    }
    return { rows, aim: `aim: other calls p99 under ${LIMIT_MS} ms meanwhile`, broken: [] };
  } finally {
    load.disconnect();
    if (server.connected) server.disconnect();
  }
}

function commandFor({ origin, cookie }: Station): LoadCommand {
  const paths = ["/api/queue", "/api/radio-state", "/api/tracks?limit=100", "/api/comments"];
  const calls = Array.from({ length: CALLS }, (_call, index) => ({
    method: "GET",
    path: paths[index % paths.length] ?? "",
  }));
  return { origin, cookie, connections: 1, calls };
}

/** @returns the console's answer */
async function run({ origin, cookie }: Station, statement: string): Promise<string> {
  const response = await fetch(new URL("/api/database/query", origin), {
    method: "POST",
    headers: { cookie, origin, "content-type": "application/json" },
    body: JSON.stringify({ statement }),
  });
  return `${response.status} ${(await response.text()).slice(0, 80)}`;
}

function rowOf(meanwhile: string, answers: readonly LoadAnswer[]) {
  const tookMs = answers.flatMap((answer) => answer.tookMs).toSorted((one, other) => one - other);
  const at = (share: number): number =>
    Math.round(10 * (tookMs[Math.ceil(tookMs.length * share) - 1] ?? Number.NaN)) / 10;
  return {
    meanwhile,
    calls: tookMs.length,
    "p50 ms": at(0.5),
    "p99 ms": at(0.99),
    "slowest ms": at(1),
    failed: answers.reduce((sum, { failed }) => sum + failed, 0),
  };
}
