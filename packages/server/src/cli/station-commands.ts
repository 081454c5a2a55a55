import { existsSync, statSync } from "node:fs";
import path from "node:path";
import * as z from "zod";
import { isDiskFull } from "@neonrelay/process/disk-full";
import { createLog } from "@neonrelay/process/log";
import { StartUpError } from "@neonrelay/process/part";
import type { QuietConfig } from "../config/config.ts";
import { Library } from "../library/library.ts";
import { SystemLog } from "../logs/system-log.ts";
import { mediaDefaults } from "../media/media-runner.ts";
import { wordInvalidInput } from "../http-kit/invalid-input-words.ts";
import { Schedule } from "../schedule/schedule.ts";
import { Settings } from "../settings/settings.ts";
import { openStationDatabase } from "../system/open-station-database.ts";
import { createStationEvents } from "../events/station-events.ts";
import { createDoctor, createStoppedDoctor } from "../doctor/doctor.ts";
import { well } from "../doctor/finding.ts";
import { openDatabase } from "../database/open-database.ts";
import { examine } from "./doctor-command.ts";
import { findSettings } from "../settings/settings-store.ts";
import { loadLoginThrottle } from "../limits/login-throttle.ts";
import { prepareFirstRun } from "../system/prepare-first-run.ts";
import { answerWithUsage, readCommandLine } from "./command-line.ts";
import { askRunningStation } from "./control-client.ts";
import { runCommand } from "./run-command.ts";
import { removeUnfinishedOrigins } from "../moving-in/origin-place.ts";
import { moveBelongings } from "../track-copies/belongings-store.ts";

/**
 * Handles what needs no station: help, and unknown commands.
 * @returns the exit code; null: `runStationCommand` has to run it
 */
export function answerWithoutStation(
  args: readonly string[],
  print: (line: string) => void,
): number | null {
  const line = readCommandLine(args);
  return line.kind === "command" ? null : answerWithUsage(line, print);
}

/**
 * Runs a `station` command: in the running station over its control socket, else here, with the database opened under
 * its lock.
 * @param args the command and its arguments
 * @param print takes each line of the answer
 * @returns the exit code
 * @throws StartUpError when the database can't be opened
 */
export async function runStationCommand({
  config,
  args,
  print,
}: {
  readonly config: QuietConfig;
  readonly args: readonly string[];
  readonly print: (line: string) => void;
}): Promise<number> {
  const exitCode = await askRunningStation({ socketPath: config.controlSocketPath, args, print });
  if (exitCode !== null) return exitCode;
  refuseRoot(config);
  try {
    if (args[0] === "doctor") return await examineStopped({ config, args, print });
    return await runAlone({ config, args, print });
  } catch (cause) {
    if (cause instanceof StartUpError || !isDiskFull(cause)) throw cause;
    throw new StartUpError(
      `The disk with ${config.dataDir} is full: free some space, then run the command again`,
      { cause },
    );
  }
}

/**
 * Opening the embedded database creates files in it, even to read. If root owned them, the station's own user could not
 * open it again.
 */
function refuseRoot({ databaseUrl, dataDir }: QuietConfig): void {
  if (databaseUrl !== null || process.getuid?.() !== 0) return;
  const owner = statSync(path.join(dataDir, "database"), { throwIfNoEntry: false })?.uid ?? 0;
  if (owner === 0) return;
  throw new StartUpError(
    `The station is stopped, and ${dataDir} belongs to another user: run the command as that user (runuser -u "$(id -un ${owner})" -- …), because files of root in its database would keep it from starting`,
  );
}

/** The doctor of a stopped station changes nothing in it. */
async function examineStopped({
  config,
  args,
  print,
}: Parameters<typeof runStationCommand>[0]): Promise<number> {
  const log = createLog({ part: "station", level: config.logLevel });
  await using stack = new AsyncDisposableStack();
  const { databaseUrl, dataDir } = config;
  const doctor = createStoppedDoctor({ config, media: mediaDefaults }, async () => {
    if (databaseUrl === null && !existsSync(path.join(dataDir, "database")))
      return well("none yet: the first start creates it");
    const database = stack.adopt(
      await openDatabase({ databaseUrl, dataDir, beforeMigration: null, migrates: false, log }),
      (opened) => opened.close(),
    );
    const current = await findSettings(database.connection);
    if (current === null) return well("no settings yet: the first start creates them");
    return { database, lock: null, settings: { current } };
  });
  return await examine({ doctor }, { args: args.slice(1), print });
}

async function runAlone({
  config,
  args,
  print,
}: Parameters<typeof runStationCommand>[0]): Promise<number> {
  const log = createLog({ part: "station", level: config.logLevel });
  await using stack = new AsyncDisposableStack();
  const { database, lock } = stack.adopt(
    await openStationDatabase({ config, log, onProgress: () => {} }),
    (opened) => opened.close(),
  );
  const firstRun = await prepareFirstRun({ database, config });
  z.config({ customError: wordInvalidInput });
  const events = createStationEvents(log);
  const settings = stack.adopt(await Settings.load(database, events), (owned) => owned.close());
  const schedule = stack.adopt(await Schedule.load({ database, events, settings, log }), (owned) =>
    owned.close(),
  );
  const library = stack.adopt(
    new Library({ database, events, config, settings, media: mediaDefaults, moveBelongings, log }),
    (owned) => owned.close(),
  );
  const systemLog = stack.adopt(new SystemLog({ database, recordRow: () => {}, log }), (owned) =>
    owned.close(),
  );
  const throttle = await loadLoginThrottle({ database, log });
  const doctor = createDoctor({
    config,
    database,
    lock,
    settings,
    media: mediaDefaults,
    running: null,
  });
  const { dataDir, musicDirs } = config;
  const own = {
    database,
    library,
    events,
    settings,
    schedule,
    systemLog,
    link: null,
    throttle,
    doctor,
    dataDir,
    musicDirs,
  };
  await removeUnfinishedOrigins(dataDir);
  const exitCode = await runCommand({ ...own, isRunning: false }, { args, print });
  // A restored backup brings its own accounts.
  const isRestored = args[0] === "restore" && exitCode === 0;
  if (!isRestored) firstRun.lines.forEach(print);
  return exitCode;
}
