import path from "node:path";
import { artistAndTitle } from "@neonrelay/contract";
import { stat } from "node:fs/promises";
import { backUp, restore } from "./backup-commands.ts";
import { addUser, listUsers, resetAccessCode, resetPassword } from "./account-commands.ts";
import { examine } from "./doctor-command.ts";
import { exportConfig, importConfig } from "./config-commands.ts";
import { listListeners, showListeningHistory } from "./listener-commands.ts";
import {
  explainItem,
  exportProgrammeFile,
  importProgrammeFile,
  showPlan,
  showProgramme,
} from "./programme-commands.ts";
import { answerWithUsage, readCommandLine } from "./command-line.ts";
import { type CommandCall, type CommandParts, fail, isFileTrouble } from "./command.ts";
import { joinNames } from "../library/artist-rules.ts";
import { readMigrateArguments } from "../moving-in/migrate-arguments.ts";
import { moveIn } from "../moving-in/move-in.ts";
import { isEmptyStation, UnreadableOrigin } from "../moving-in/moved-station.ts";
import { openOriginPlace } from "../moving-in/origin-place.ts";
import { readOrigin } from "../moving-in/read-origin.ts";
import { reportLines } from "../moving-in/report-lines.ts";

/** Runs one station command. @returns the exit code: 0 done, 1 not possible, 2 not understood */
export async function runCommand(
  parts: CommandParts,
  { args, print }: CommandCall,
): Promise<number> {
  const line = readCommandLine(args);
  if (line.kind !== "command") return answerWithUsage(line, print);
  const call = { args: line.args, print };
  switch (line.name) {
    case "import":
      return await importMusic(parts, call);
    case "user add":
      return await addUser(parts, call);
    case "user list":
      return await listUsers(parts, call);
    case "user reset-password":
      return await resetPassword(parts, call);
    case "access-code reset":
      return await resetAccessCode(parts, call);
    case "backup":
      return await backUp(parts, call);
    case "restore":
      return await restore(parts, call);
    case "config export":
      return await exportConfig(parts, call);
    case "config import":
      return await importConfig(parts, call);
    case "programme show":
      return await showProgramme(parts, call);
    case "programme plan":
      return await showPlan(parts, call);
    case "programme why":
      return await explainItem(parts, call);
    case "programme export":
      return await exportProgrammeFile(parts, call);
    case "programme import":
      return await importProgrammeFile(parts, call);
    case "listeners now":
      return await listListeners(parts, call);
    case "listeners history":
      return await showListeningHistory(parts, call);
    case "migrate":
      return await migrate(parts, call);
    case "doctor":
      return await examine(parts, call);
    default:
      return line.name satisfies never;
  }
}

async function importMusic(
  { library }: CommandParts,
  { args, print }: CommandCall,
): Promise<number> {
  const [folder] = args;
  if (folder === undefined) return fail(print, "Name the folder to import: import DIR");
  const full = path.resolve(folder);
  const found = await stat(full).catch(() => null); // missing or unreadable: the same to the person asking
  if (found === null || !found.isDirectory())
    return fail(print, `${full} is not a readable folder`);
  let read = 0;
  const report = await library.importFolder(full, (result) => {
    read += 1;
    if (result.kind === "refused") print(`refused ${result.path}: ${result.reason}`);
    else
      print(
        `${read}. ${artistAndTitle({ ...result.analysis, artist: joinNames(result.analysis.artists) }, "-")}`,
      );
  });
  print(
    `${count(report.added, "track")} imported, ${count(report.refused.length, "file")} refused`,
  );
  return 0;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

const NOTHING_THERE =
  "there are no tracks, playlists, shows, DJs, plays or addresses in it. Check that it is the right station, and that the backup is whole";

/** Imports from another program; without `--yes`, only reports what would be imported. */
async function migrate(parts: CommandParts, { args, print }: CommandCall): Promise<number> {
  const wanted = readMigrateArguments(args);
  if (wanted.kind === "unclear") return fail(print, wanted.problem);
  const { origin, stationName, isDryRun } = wanted;
  const given = path.resolve(wanted.place);
  const refuse = (reason: string) => fail(print, `Nothing was imported from ${given}: ${reason}`);
  try {
    await using opened = await openOriginPlace(given, { dataDir: parts.dataDir, isDryRun });
    const station = await readOrigin(origin, { place: opened.place, stationName });
    if (isEmptyStation(station)) return refuse(NOTHING_THERE);
    // An Icecast set-up has no music.
    const music = origin === "icecast" ? { folder: null, maps: [] } : await opened.takeMusic();
    const maps = [...wanted.maps, ...music.maps];
    const outcome = await moveIn(
      { ...parts, config: parts },
      { origin, station, musicFolder: music.folder, maps, isDryRun },
    );
    if (outcome.kind === "refused") return refuse(outcome.problem);
    for (const line of reportLines({ origin, station, isDryRun }, outcome.report)) print(line);
    return 0;
  } catch (error) {
    if (!(error instanceof UnreadableOrigin || isFileTrouble(error))) throw error;
    return refuse(error.message);
  }
}
