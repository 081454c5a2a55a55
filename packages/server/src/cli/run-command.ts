import { artistAndTitle } from "@neonrelay/contract";
import { stat } from "node:fs/promises";
import path from "node:path";
import { backUp, restore } from "./backup-commands.ts";
import { addUser, listUsers, resetAccessCode, resetPassword } from "./account-commands.ts";
import { examine } from "./doctor-command.ts";
import { exportConfig, importConfig } from "./config-commands.ts";
import { migrate } from "./migrate-command.ts";
import {
  explainItem,
  exportProgrammeFile,
  importProgrammeFile,
  showPlan,
  showProgramme,
} from "./programme-commands.ts";
import { answerWithUsage, readCommandLine } from "./command-line.ts";
import { fail, type CommandCall, type CommandParts } from "./command.ts";
import { joinNames } from "../library/artist-rules.ts";

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
