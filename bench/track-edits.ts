import { fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import * as z from "zod";
import { startTestPostgres } from "@neonrelay/test-station/test-postgres";
import { projectRoot } from "../scripts/stage.ts";
import type { BenchResult } from "./main.ts";

const ROUNDS = 5;
const AIM_MS = 2000;

const stationSchema = z.object({
  origin: z.string(),
  cookie: z.string(),
  trackIds: z.array(z.string()).length(1000),
});
type Station = z.infer<typeof stationSchema>;
const editedSchema = z.object({ edit: z.object({ id: z.int(), tracks: z.int() }) });

/** Edits of 1,000 tracks through the API in a library of 100,000, on both databases. */
export async function benchTrackEdits(): Promise<BenchResult> {
  const rows = [...(await measure("embedded", undefined))];
  await using postgres = await startTestPostgres();
  rows.push(...(await measure("PostgreSQL", postgres.url)));
  return { rows, aim: `aim: at most ${AIM_MS} ms on PostgreSQL`, broken: [] };
}

async function measure(engine: string, databaseUrl: string | undefined) {
  const server = fork(path.join(projectRoot, "bench/api-station.ts"), [engine], {
    env: { ...process.env, ...(databaseUrl !== undefined && { TEST_DATABASE_URL: databaseUrl }) },
  });
  try {
    const [message] = await once(server, "message");
    const station = stationSchema.parse(message);
    const timesMs = new Map<string, number[]>();
    for (let round = 0; round < ROUNDS; round += 1)
      for (const [what, ms] of await runRound(station, round))
        timesMs.set(what, [...(timesMs.get(what) ?? []), ms]);
    return [...timesMs].map(([what, times]) => ({
      database: engine,
      what,
      "median ms": Math.round(times.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0),
      "slowest ms": Math.round(Math.max(...times)),
    }));
  } finally {
    server.disconnect();
    await once(server, "exit");
  }
}

/** An operator's actions, with new words each time, so that every track changes. */
async function runRound(
  station: Station,
  round: number,
): Promise<readonly (readonly [string, number])[]> {
  const { trackIds } = station;
  const album = { do: "set", to: `Album ${round}` };
  const change = { trackIds, changes: { album, label: album, year: 1990 + round } };
  const pattern = { do: "replace", by: "pattern", find: "^(.*?)( \\d+)?$", to: `$1 ${round}` };
  const [previewMs] = await timed(station, "/api/tracks/edits/preview", change);
  const [setMs, edited] = await timed(station, "/api/tracks/edits", change);
  const [undoMs] = await timed(station, `/api/tracks/edits/${edited.edit.id}/undo`, undefined);
  const [patternMs] = await timed(station, "/api/tracks/edits", {
    trackIds,
    changes: { title: pattern },
  });
  return [
    ["preview of three fields", previewMs],
    ["three fields set", setMs],
    ["undo of that", undoMs],
    ["titles by pattern", patternMs],
  ];
}

async function timed({ origin, cookie }: Station, address: string, body: object | undefined) {
  const beganMs = performance.now();
  const response = await fetch(new URL(address, origin), {
    method: "POST",
    headers: { cookie, origin, ...(body !== undefined && { "content-type": "application/json" }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const answer: unknown = await response.json();
  const ms = performance.now() - beganMs;
  if (!response.ok) throw new Error(`${address}: ${JSON.stringify(answer)}`);
  const edited = editedSchema.safeParse(answer);
  return [ms, edited.data ?? { edit: { id: 0, tracks: 0 } }] as const;
}
