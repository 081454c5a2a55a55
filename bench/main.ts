import { mkdirSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { projectRoot } from "../scripts/stage.ts";
import { benchApi } from "./api.ts";
import { benchConsole } from "./console.ts";
import { benchDay } from "./day.ts";
import { benchFirstSound } from "./first-sound.ts";
import { benchHls } from "./hls.ts";
import { benchIrc } from "./irc.ts";
import { benchLibrary } from "./library.ts";
import { benchMemory } from "./memory.ts";
import { benchPlayout } from "./playout.ts";
import { benchProgramme } from "./programme.ts";
import { benchSocket } from "./socket.ts";
import { benchSoak } from "./soak.ts";
import { benchStart } from "./start.ts";
import { benchStationSoak } from "./station-soak.ts";
import { benchYears } from "./years.ts";
import { benchTrackEdits } from "./track-edits.ts";
import { benchWeb } from "./web.ts";

/** What a benchmark found: a row per thing measured, and the numbers behind. */
export interface BenchResult {
  readonly rows: readonly Readonly<Record<string, string | number>>[];
  readonly aim: string;
  /** Bounds that did not hold, as sentences; the others are aims. */
  readonly broken: readonly string[];
}

/**
 * For the soak and the day: hours of programme, and how many times faster than real time; null: as fast as can be. Minutes of links
 * that break for IRC, of listening for the web, and of the station's day; null: as many as each takes by itself.
 */
export interface BenchOptions {
  readonly hours: number;
  readonly speed: number | null;
  readonly minutes: number | null;
  /** For the library: tracks on PostgreSQL, of which the embedded database gets 100,000 at most, and files to look at. */
  readonly tracks: number;
  readonly files: number;
  /** Also for the library: songs of each of four kinds to read. */
  readonly songs: number;
}

const benches: Readonly<Record<string, (options: BenchOptions) => Promise<BenchResult>>> = {
  playout: benchPlayout,
  "first-sound": benchFirstSound,
  start: benchStart,
  memory: benchMemory,
  programme: benchProgramme,
  day: benchDay,
  socket: benchSocket,
  hls: benchHls,
  api: benchApi,
  "track-edits": benchTrackEdits,
  library: benchLibrary,
  years: benchYears,
  console: benchConsole,
  irc: benchIrc,
  web: benchWeb,
  soak: benchSoak,
  "station-soak": benchStationSoak,
};

/** They run only when they are named. */
const takeAnHour: ReadonlySet<string> = new Set(["irc", "day", "soak", "station-soak"]);

const { positionals: wanted, values } = parseArgs({
  allowPositionals: true,
  options: {
    hours: { type: "string", default: "24" },
    speed: { type: "string" },
    minutes: { type: "string" },
    tracks: { type: "string", default: "100000" },
    files: { type: "string", default: "20000" },
    songs: { type: "string", default: "3" },
  },
});
const unknown = wanted.filter((name) => !Object.hasOwn(benches, name));
if (unknown.length > 0) {
  console.error(
    `There is no benchmark ${unknown.join(", ")}; there are ${Object.keys(benches).join(", ")}.`,
  );
  process.exit(1);
}
const folder = path.join(projectRoot, "bench/results");
mkdirSync(folder, { recursive: true });
let isBroken = false;
for (const [name, bench] of Object.entries(benches)) {
  if (wanted.length === 0 ? takeAnHour.has(name) : !wanted.includes(name)) continue;
  console.log(`\n${name}`);
  const result = await bench({
    hours: Number(values.hours),
    speed: values.speed === undefined ? null : Number(values.speed),
    minutes: values.minutes === undefined ? null : Number(values.minutes),
    tracks: Number(values.tracks),
    files: Number(values.files),
    songs: Number(values.songs),
  });
  console.table(result.rows);
  console.log(result.aim);
  for (const sentence of result.broken) console.error(`broken: ${sentence}`);
  isBroken ||= result.broken.length > 0;
  const cpu = os.cpus()[0]?.model ?? "unknown";
  writeFileSync(
    path.join(folder, `${name}.json`),
    `${JSON.stringify({ name, at: new Date().toISOString(), cpu, cores: os.cpus().length, ...result }, null, 2)}\n`,
  );
}
process.exit(isBroken ? 1 : 0);
