import { mkdir, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { playSchema, trackSchema } from "@neonrelay/contract";
import { TestStation, until, type Visitor } from "@neonrelay/test-station";
import { makeTone } from "@neonrelay/test-station/tones";
import * as z from "zod";
import { spareEnvironment } from "../scripts/hand-over.mjs";
import { projectRoot } from "../scripts/stage.ts";
import type { BenchResult } from "./main.ts";
import { SoakLedger } from "./station-soak-ledger.ts";
import { SoakVisitors } from "./station-soak-load.ts";
import {
  anHourOf,
  day,
  deeds,
  HOURS_OF_DAY,
  hoursIn,
  missedOf,
  type TableSizes,
} from "./station-soak-rules.ts";

const WHOLE_MINUTES = 16;
const TRACKS = 40;
const SPOTS = 4;
const SPOT_EVERY_TRACKS = 4;
const TRACK_SECONDS = 8;
/** Lets a track finish within its share of an hour. */
const CLOCK_SPEED = 5;
/** Everyone has left; work begun within the hour finishes. */
const REST_MS = 3000;
const SCAN_LIMIT_MS = 280_000;
/** Time limit for an hour's plays. */
const PLAYS_LIMIT_MS = 120_000;

const tableSchema = z.object({
  rows: z.array(z.tuple([z.string(), z.coerce.number(), z.coerce.number()])),
});

/**
 * A day of a whole station in a quarter of an hour: as many plays, chat lines, visitors and calls as in a day, as fast
 * as they can happen. At the end of each hour all have left, and every process's resources are recorded.
 */
export async function benchStationSoak({
  minutes,
}: {
  /** null: the whole day. */
  readonly minutes: number | null;
}): Promise<BenchResult> {
  const hours = hoursIn(minutes ?? WHOLE_MINUTES);
  const folder = await mkdtemp(path.join(os.tmpdir(), "neonrelay-station-soak-"));
  try {
    const music = path.join(folder, "music");
    await mkdir(music);
    await makeTracks(music);
    const witness = pathToFileURL(path.join(projectRoot, "bench/station-soak-witness.ts"));
    witness.searchParams.set("folder", folder);
    await using station = await TestStation.start({
      musicDirs: [music],
      clockSpeed: CLOCK_SPEED,
      environment: {
        ...spareEnvironment(projectRoot),
        NODE_OPTIONS: `--import=${witness.href}`,
        TRUST_PROXY: "127.0.0.1",
        LISTENERS_FROM_LOOPBACK: "5000",
      },
    });
    return await live({ station, folder, hours });
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function makeTracks(folder: string): Promise<void> {
  for (let number = 0; number < TRACKS + SPOTS; number += 1)
    await makeTone({
      file: path.join(folder, `soak-${number}.mp3`),
      frequencyHz: 200 + 20 * number,
      seconds: TRACK_SECONDS,
      title: number < TRACKS ? `Soak ${number}` : `Spot ${number}`,
      artist: `Artist ${number % 20}`,
    });
}

async function live({
  station,
  folder,
  hours,
}: {
  readonly station: TestStation;
  readonly folder: string;
  readonly hours: number;
}): Promise<BenchResult> {
  const operator = await station.operator();
  const trackIds = await prepare(station, operator);
  const visitors = new SoakVisitors({ station, operator, trackIds });
  const ledger = new SoakLedger({
    launcherPid: station.launcherPid,
    dataDir: station.dataDir,
    folder,
  });
  const beganMs = performance.now();
  const aired = new Set<string>();
  for (let hour = 0; hour < hours; hour += 1) {
    await visitors.live(hour);
    await recordPlays(operator, { aired, wanted: anHourOf("plays") * (hour + 1) });
    await delay(REST_MS);
    await ledger.look(await tablesOf(operator));
    const reached = JSON.stringify({ plays: aired.size, ...visitors.counts });
    console.log(`hour ${hour + 1} of ${hours}, load ${os.loadavg()[0]?.toFixed(1)}`, reached);
  }
  const counts = { plays: aired.size, ...visitors.counts };
  const minutes = Math.round((performance.now() - beganMs) / 6000) / 10;
  console.table(ledger.sizes);
  const said = counts["lines of chat from the web"] + counts["lines of chat from IRC"];
  const stored = ledger.lastTables["chat_messages"]?.rows ?? 0;
  return {
    rows: [
      ...deeds.map((deed) => ({
        what: deed,
        "of a day": day[deed],
        "of these hours": anHourOf(deed) * hours,
        reached: counts[deed],
      })),
      ...ledger.rows,
    ],
    aim: [
      `${hours} of the ${HOURS_OF_DAY} hours of a day in ${minutes} min; load of this machine in the last 5 minutes: ${os.loadavg()[1]?.toFixed(1)}`,
      `folders of the data at the end: ${ledger.folders}`,
      "aim: every deed of these hours comes to pass; after the first quarter, memory, open files, threads, timers and other resources of each process grow by no more than a day may let them; no table or folder grows by more than twice what the deeds of a day leave there",
    ].join("\n"),
    broken: [
      ...missedOf(counts, hours),
      ...ledger.growth,
      ...(stored >= said ? [] : [`of ${said} lines of chat ${stored} are stored`]),
    ],
  };
}

/** Sets up the programme with its spots, and requests without limits. @returns the ids of the music */
async function prepare(station: TestStation, operator: Visitor): Promise<readonly string[]> {
  const call = async (method: string, address: string, body?: unknown): Promise<unknown> => {
    const answer = await operator.call(method, address, body);
    if (answer.status !== 200) throw new Error(`${method} ${address} returned ${answer.status}`);
    return answer.body;
  };
  const found = await until(
    "the library has all tracks",
    async () => {
      const tracks = z.array(trackSchema).parse(await call("GET", "/api/tracks?limit=100"));
      return tracks.length === TRACKS + SPOTS && tracks;
    },
    { limitMs: SCAN_LIMIT_MS },
  );
  const spots = found.filter(({ title }) => title.startsWith("Spot "));
  await call("PATCH", "/api/tracks/programme", {
    trackIds: spots.map(({ id }) => id),
    contentKind: "spot",
  });
  await call("POST", "/api/playlists", {
    name: "Spots",
    rule: { kinds: ["spot"] },
    turn: { kind: "every-tracks", tracks: SPOT_EVERY_TRACKS },
  });
  await call("PUT", "/api/station-settings", {
    requestRules: {
      requesterCooldownSeconds: 0,
      maxOpenRequests: 0,
      trackCooldownMinutes: 0,
      playedCooldownMinutes: 0,
      artistCooldownMinutes: 0,
    },
  });
  await until("the bot is in its channel", async () => {
    const status = z.object({ connected: z.boolean() }).parse(await call("GET", "/api/irc/status"));
    return status.connected && station.ircUrl !== "";
  });
  return found.filter((track) => !spots.includes(track)).map(({ id }) => id);
}

/** Waits until this many plays have begun, or the time limit; each adds to the earlier ones. */
async function recordPlays(
  operator: Visitor,
  { aired, wanted }: { readonly aired: Set<string>; readonly wanted: number },
): Promise<void> {
  const limit = AbortSignal.timeout(PLAYS_LIMIT_MS);
  for (;;) {
    const { body } = await operator.call("GET", "/api/history?limit=200");
    for (const { id } of z.array(playSchema).parse(body)) aired.add(id);
    if (aired.size >= wanted || limit.aborted) return;
    await delay(1000);
  }
}

/**
 * Rows and bytes of every table; the console counts the rows of those it may read.
 * @returns null when the console, which copies the embedded database, did not answer because the machine is too busy
 */
async function tablesOf(operator: Visitor): Promise<TableSizes | null> {
  const tables = await askConsole(
    operator,
    `select relname::text, pg_total_relation_size(oid), has_any_column_privilege(oid, 'select')::int
       from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  );
  const counts = tables
    ?.filter(([, , isReadable]) => isReadable === 1)
    .map(([name]) => `select '${name}', count(*), 0 from "${name}"`);
  const rows = counts && (await askConsole(operator, counts.join(" union all ")));
  if (tables === null || rows === undefined || rows === null) return null;
  const rowsByName = new Map(rows.map(([name, count]) => [name, count]));
  return Object.fromEntries(
    tables.map(([name, bytes]) => [name, { rows: rowsByName.get(name) ?? null, bytes }]),
  );
}

async function askConsole(operator: Visitor, statement: string) {
  try {
    const answer = await operator.call("POST", "/api/database/query", { statement });
    if (answer.status === 200) return tableSchema.parse(answer.body).rows;
    console.log(`the console answered ${answer.status} ${JSON.stringify(answer.body)}`);
  } catch (error) {
    console.log(`the console did not answer: ${String(error)}`);
  }
  return null;
}
