import {
  artistAndTitle,
  PLAN_HOURS,
  type PlaylistTurn,
  type ProgrammeChange,
  programmeFileSchema,
} from "@neonrelay/contract";
import { readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import * as z from "zod";
import { listPlays } from "../history/play-store.ts";
import { unknownNames } from "../http-kit/unknown-fields.ts";
import { findTracks } from "../library/track-store.ts";
import { loadPlaylists } from "../playlists/playlist-actions.ts";
import { explainAired } from "../programme/aired.ts";
import { listPlanItems } from "../programme/plan-item-store.ts";
import { exportProgramme } from "../system/programme-file-actions.ts";
import { importProgramme } from "../system/programme-import.ts";
import { fail, isFileTrouble, type CommandCall, type CommandParts } from "./command.ts";

const HOUR_MS = 3_600_000;
const MAX_PROBLEMS = 10;
const MAX_FILE_BYTES = 256 * 1024 * 1024;

/** The last play on air, and the playlists with their turns. */
export async function showProgramme(parts: CommandParts, { print }: CommandCall): Promise<number> {
  const [last] = await listPlays(parts.database.connection, { beforeMs: null, limit: 1 });
  print(
    last === undefined
      ? "Nothing has been on air yet"
      : `On air last: ${timeOf(last.startedAtMs)}  ${artistAndTitle(last, "-")}  ${last.id}`,
  );
  const playlists = await loadPlaylists(parts);
  if (playlists.length === 0) print("No playlists: the station plays from the library");
  for (const { name, turn, trackCount, rule } of playlists)
    print(`${name}: ${turnText(turn)}, ${trackCount} ${rule === null ? "picked" : "by rule"}`);
  return 0;
}

/** The plan of the coming hours, one item per line. */
export async function showPlan(
  { database: { connection } }: CommandParts,
  { args, print }: CommandCall,
): Promise<number> {
  const [option, given] = args;
  const hours = option === undefined ? PLAN_HOURS : Number(given);
  if ((option !== undefined && option !== "--hours") || !(hours > 0 && hours <= PLAN_HOURS))
    return fail(print, `Give from 1 to ${PLAN_HOURS} hours: programme plan [--hours N]`);
  const nowMs = Date.now();
  const items = (await listPlanItems(connection)).filter(
    ({ startsAtMs, durationMs }) =>
      startsAtMs + durationMs > nowMs && startsAtMs < nowMs + hours * HOUR_MS,
  );
  const tracks = await findTracks(
    connection,
    items.map(({ trackId }) => trackId),
  );
  if (items.length === 0) print("Nothing is planned: no playlist has a turn");
  for (const { id, trackId, startsAtMs, isLocked, reason } of items) {
    const track = tracks.get(trackId);
    const from = reason.playlist === null ? "" : `  [${reason.playlist.name}]`;
    const name = track === undefined ? "a track that is gone" : artistAndTitle(track, "-");
    print(`${timeOf(startsAtMs)}  ${name}${from}${isLocked ? "  locked" : ""}  ${id}`);
  }
  return 0;
}

/** Why an item is in the plan, or why a play was on air. */
export async function explainItem(
  { database: { connection } }: CommandParts,
  { args, print }: CommandCall,
): Promise<number> {
  const id = z.uuid().safeParse(args[0]).data;
  if (id === undefined)
    return fail(print, "Missing the id of an item of the plan or of a play: programme why ID");
  const item = (await listPlanItems(connection)).find((planned) => planned.id === id);
  const reason = item?.reason ?? (await explainAired(connection, id));
  if (reason === null) return fail(print, `No item of the plan and no play is ${id}`);
  print(reason.sentence);
  for (const { title, artist, lostBy } of reason.nearest)
    print(`  instead of ${artistAndTitle({ title, artist }, "-")}: ${lostTexts[lostBy] ?? lostBy}`);
  return 0;
}

/** Prints the programme, or writes it to a new file. */
export async function exportProgrammeFile(
  parts: CommandParts,
  { args, print }: CommandCall,
): Promise<number> {
  const [name] = args;
  const programme = await exportProgramme({ ...parts, config: parts });
  const text = JSON.stringify(programme, null, 2);
  if (name === undefined) {
    for (const line of text.split("\n")) print(line);
    return 0;
  }
  const file = path.resolve(name);
  try {
    await writeFile(file, `${text}\n`, { flag: "wx" });
  } catch (error) {
    if (!isFileTrouble(error)) throw error;
    return fail(print, `${file} could not be written: ${error.message}`);
  }
  const { playlists, clocks, shows, entries } = programme;
  print(
    `programme written to ${file}, playlists: ${playlists.length}, clocks: ${clocks.length}, shows: ${shows.length}, entries of the schedule: ${entries.length}`,
  );
  return 0;
}

/** Imports a programme from a file, all or nothing. */
export async function importProgrammeFile(
  parts: CommandParts,
  { args, print }: CommandCall,
): Promise<number> {
  const isDryRun = args.includes("--dry-run");
  const [name, more] = args.filter((arg) => arg !== "--dry-run");
  if (name === undefined || more !== undefined)
    return fail(print, "Name the file to read: programme import FILE [--dry-run]");
  const file = path.resolve(name);
  const refuse = (reason: string) =>
    fail(print, `${file} was not imported and nothing changed: ${reason}`);
  const read = await readJson(file);
  if (read.kind === "unreadable") return refuse(read.reason);
  const parsed = programmeFileSchema.safeParse(read.value);
  if (!parsed.success) {
    refuse("it is not a valid programme");
    for (const { path: place, message } of parsed.error.issues.slice(0, MAX_PROBLEMS))
      print(`  ${place.join(".") || "the whole file"}: ${message}`);
    return 1;
  }
  const outcome = await importProgramme(
    { ...parts, config: parts },
    { file: parsed.data, isDryRun, by: "station command", mayChangeSettings: true },
  );
  if (outcome.kind === "refused") return refuse(outcome.problem);
  if (outcome.kind === "settings-not-allowed") throw new Error("the owner may change settings");
  for (const change of outcome.changes) printChange(change, { isDryRun, print });
  for (const unknown of unknownNames(programmeFileSchema, read.value))
    print(`left out, since this version does not know it: ${unknown}`);
  print(isDryRun ? "nothing changed: this was a dry run" : `programme imported from ${file}`);
  return 0;
}

async function readJson(
  file: string,
): Promise<
  | { readonly kind: "read"; readonly value: unknown }
  | { readonly kind: "unreadable"; readonly reason: string }
> {
  try {
    const { size } = await stat(file);
    if (size > MAX_FILE_BYTES) return { kind: "unreadable", reason: "it is too large" };
    return { kind: "read", value: JSON.parse(await readFile(file, "utf8")) };
  } catch (error) {
    if (error instanceof SyntaxError) return { kind: "unreadable", reason: "it is not JSON" };
    if (!isFileTrouble(error)) throw error;
    return { kind: "unreadable", reason: error.message };
  }
}

const done = { made: "made", changed: "changed", unchanged: "as it is" } as const;
const planned = { made: "would be made", changed: "would change", unchanged: "as it is" } as const;

function printChange(
  { what, name, change, leftOut }: ProgrammeChange,
  { isDryRun, print }: { readonly isDryRun: boolean; readonly print: CommandCall["print"] },
): void {
  const noun = what === "playlist" ? "" : `${what} `;
  print(`${noun}${name}: ${(isDryRun ? planned : done)[change]}`);
  for (const line of leftOut) print(`  ${line}`);
}

const lostTexts: Readonly<Record<string, string>> = {
  track: "it was on air too recently",
  title: "its title was on air too recently",
  artist: "its artist was on air too recently",
  album: "its album was on air too recently",
  hour: "it was on air at this hour yesterday",
  turn: "its turn comes later",
};

function turnText(turn: PlaylistTurn): string {
  switch (turn.kind) {
    case "weight":
      return `weight ${turn.weight}`;
    case "every-tracks":
      return `after ${turn.tracks} tracks of others`;
    case "every-minutes":
      return `every ${turn.minutes} minutes`;
    case "minute-of-hour":
      return `every hour at :${String(turn.minute).padStart(2, "0")}`;
    case "off":
      return "off";
    default:
      return turn satisfies never;
  }
}

/** By the machine's clock. */
function timeOf(ms: number): string {
  return new Date(ms).toTimeString().slice(0, 8);
}
