import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { projectRoot } from "../scripts/stage.ts";
import { benchApi } from "./api.ts";
import { benchChat } from "./chat.ts";
import { benchConsole } from "./console.ts";
import { benchDay } from "./day.ts";
import { benchDjJitter } from "./dj-jitter.ts";
import { benchFirstSound } from "./first-sound.ts";
import { benchGuestReads } from "./guest-reads.ts";
import { benchHls } from "./hls.ts";
import { benchIrcServers } from "./irc-servers.ts";
import { benchIrc } from "./irc.ts";
import { benchLibrary } from "./library.ts";
import { benchListeners } from "./listeners.ts";
import { benchMemory } from "./memory.ts";
import { benchPlayout } from "./playout.ts";
import { benchProfile } from "./profile.ts";
import { benchProgramme } from "./programme.ts";
import { benchSignIn } from "./sign-in.ts";
import { benchSocket } from "./socket.ts";
import { benchSocketNodes } from "./socket-nodes.ts";
import { benchSoak } from "./soak.ts";
import { benchStart } from "./start.ts";
import { benchStationSoak } from "./station-soak.ts";
import { benchYears } from "./years.ts";
import { benchTrackEdits } from "./track-edits.ts";
import { keepResults, writePages } from "./pages.ts";
import { shownRow, storedRows } from "./result-rules.ts";
import type { BenchRow, StoredResult } from "./stored-result.ts";
import { thisMachine } from "./this-machine.ts";
import { benchWeb } from "./web.ts";

/** Result of a benchmark: one row per measurement, with its numbers. */
export interface BenchResult {
  readonly rows: readonly BenchRow[];
  readonly aim: string;
  /** Violated bounds, as sentences; anything else is an aim. */
  readonly broken: readonly string[];
}

/**
 * For the soak and the day: hours of programme, and the multiple of real time; null: as fast as possible. Minutes of
 * breaking links for IRC, of listening for the web, of the chat's rounds, and of the station's day; null: each
 * benchmark's default.
 */
export interface BenchOptions {
  readonly hours: number;
  readonly speed: number | null;
  readonly minutes: number | null;
  /** For the sockets of several nodes. */
  readonly sockets: number;
  /** For the library: tracks on PostgreSQL, of which the embedded database gets at most 100,000, and files to scan. */
  readonly tracks: number;
  readonly files: number;
  /** Also for the library: songs of each of four kinds to import. */
  readonly songs: number;
}

const benches: Readonly<Record<string, (options: BenchOptions) => Promise<BenchResult>>> = {
  listeners: benchListeners,
  playout: benchPlayout,
  "first-sound": benchFirstSound,
  start: benchStart,
  memory: benchMemory,
  profile: benchProfile,
  programme: benchProgramme,
  day: benchDay,
  "dj-jitter": benchDjJitter,
  socket: benchSocket,
  "socket-nodes": benchSocketNodes,
  hls: benchHls,
  api: benchApi,
  "track-edits": benchTrackEdits,
  library: benchLibrary,
  "guest-reads": benchGuestReads,
  years: benchYears,
  console: benchConsole,
  "sign-in": benchSignIn,
  irc: benchIrc,
  "irc-servers": benchIrcServers,
  chat: benchChat,
  web: benchWeb,
  soak: benchSoak,
  "station-soak": benchStationSoak,
};

/** Run only when named; the IRC servers are part of `irc`, too, and `chat` accesses the npm registry. */
const onlyNamed: ReadonlySet<string> = new Set([
  "chat",
  "socket-nodes",
  "guest-reads",
  "irc",
  "irc-servers",
  "day",
  "dj-jitter",
  "soak",
  "station-soak",
]);
/** Those that docs/measured/performance.md needs, in half an hour together. */
const forThePages = [
  "listeners",
  "playout",
  "memory",
  "start",
  "socket",
  "irc-servers",
  "first-sound",
  "profile",
];

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    figures: { type: "boolean", default: false },
    pages: { type: "boolean", default: false },
    hours: { type: "string", default: "24" },
    speed: { type: "string" },
    minutes: { type: "string" },
    sockets: { type: "string", default: "9000" },
    tracks: { type: "string", default: "100000" },
    files: { type: "string", default: "20000" },
    songs: { type: "string", default: "3" },
  },
});
const folder = path.join(projectRoot, "bench/results");
if (values.pages) {
  await keepResults(folder);
  await writePages();
  process.exit(0);
}
const wanted = values.figures ? [...forThePages, ...positionals] : positionals;
const unknown = wanted.filter((name) => !Object.hasOwn(benches, name));
if (unknown.length > 0) {
  console.error(
    `There is no benchmark ${unknown.join(", ")}; there are ${Object.keys(benches).join(", ")}.`,
  );
  process.exit(1);
}
mkdirSync(folder, { recursive: true });
const options: BenchOptions = {
  hours: Number(values.hours),
  speed: values.speed === undefined ? null : Number(values.speed),
  minutes: values.minutes === undefined ? null : Number(values.minutes),
  sockets: Number(values.sockets),
  tracks: Number(values.tracks),
  files: Number(values.files),
  songs: Number(values.songs),
};
let isBroken = false;
for (const [name, bench] of Object.entries(benches)) {
  if (wanted.length === 0 ? onlyNamed.has(name) : !wanted.includes(name)) continue;
  console.log(`\n${name}`);
  let result: BenchResult;
  try {
    result = await bench(options);
  } catch (error) {
    // A missing dependency or a failure; the other benchmarks still get their figures.
    console.error(`${name} has no figures:`, error);
    isBroken = true;
    continue;
  }
  console.table(result.rows.map(shownRow));
  console.log(result.aim);
  for (const sentence of result.broken) console.error(`broken: ${sentence}`);
  isBroken ||= result.broken.length > 0;
  const stored: StoredResult = {
    bench: name,
    command: `npm run bench -- ${commandOf(name)}`,
    machine: thisMachine(),
    aim: result.aim,
    broken: [...result.broken],
    rows: storedRows(result.rows),
  };
  writeFileSync(path.join(folder, `${name}.json`), `${JSON.stringify(stored, null, 2)}\n`);
}
process.exit(isBroken ? 1 : 0);

/** Without options that only selected benchmarks. */
function commandOf(name: string): string {
  const given = process.argv.slice(2).filter((word) => word !== "--figures");
  const options = given.filter((word) => !positionals.includes(word));
  return [name, ...options].join(" ");
}
