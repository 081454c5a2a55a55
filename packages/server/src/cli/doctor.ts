import { describeProgram, readProgramVersion } from "@neonrelay/process/program-version";
import { access, constants, readdir } from "node:fs/promises";
import path from "node:path";
import { pingDatabase } from "../database/open-database.ts";
import { reasonOf } from "../database/database-failures.ts";
import type { Database } from "../database/database.ts";
import { findDatabaseFacts } from "../system/system-store.ts";
import { countTrackFiles, listRefusedFiles, listTrackFiles } from "../library/track-store.ts";
import { findStationData } from "../database/station-data-store.ts";
import { findStorageState } from "../health/storage-probe.ts";
import type { PartState } from "../health/storage-rules.ts";
import { BACKUPS_FOLDER } from "../backup/update-backup.ts";
import type { CommandCall, CommandParts } from "./command.ts";

const FILES_AT_ONCE = 64;

/** Looks at everything a station needs and prints a line for each. @returns 1 when something is wrong */
export async function examine(parts: CommandParts, { print }: CommandCall): Promise<number> {
  let isWell = true;
  const tell = (label: string, { ok, detail }: PartState): void => {
    isWell &&= ok;
    print(`${ok ? "ok  " : "BAD "} ${label}: ${detail}`);
  };
  const { database, dataDir, musicDirs } = parts;
  tell("program", { ok: true, detail: describeProgram(readProgramVersion()) });
  tell("station", { ok: true, detail: parts.isRunning ? "running" : "not running" });
  tell("database", await describeDatabase(database));
  const config = { dataDir, musicDirs: [...musicDirs] };
  const { writing, disk, music } = await findStorageState({ database, config, lock: null });
  tell("database is writable", writing);
  tell(`disk of ${dataDir}`, disk);
  tell("music folders", music);
  tell("library", await describeLibrary(database));
  for (const { path: file, reason } of await listRefusedFiles(database.connection))
    print(`     refused ${file}: ${reason}`);
  tell("backups before updates", { ok: true, detail: await describeBackups(dataDir) });
  return isWell ? 0 : 1;
}

async function describeDatabase(database: Database): Promise<PartState> {
  const startedAtMs = performance.now();
  try {
    await pingDatabase(database);
    const latencyMs = performance.now() - startedAtMs;
    const { version } = await findDatabaseFacts(database);
    const by = (await findStationData(database.connection))?.program ?? "an older version";
    const detail = `${database.engine}, PostgreSQL ${version}, answers in ${latencyMs.toFixed(1)} ms, tables up to date, opened by ${by}`;
    return { ok: true, detail };
  } catch (error) {
    return { ok: false, detail: reasonOf(error) };
  }
}

/** Looks at every file: what the last scan found may be gone by now. */
async function describeLibrary(database: Database): Promise<PartState> {
  const { missing } = await countTrackFiles(database.connection);
  const files = await listTrackFiles(database.connection);
  let unreadable = 0;
  for (let first = 0; first < files.length; first += FILES_AT_ONCE) {
    const looks = files.slice(first, first + FILES_AT_ONCE).map(({ path: file }) =>
      access(file, constants.R_OK).catch(() => {
        unreadable += 1;
      }),
    );
    await Promise.all(looks);
  }
  const playable = files.length - unreadable;
  const gone = missing + unreadable;
  const rest = gone === 0 ? "" : `, ${gone} with a missing or unreadable file`;
  return {
    ok: playable > 0 && unreadable === 0,
    detail: `${playable} playable tracks${rest}`,
  };
}

async function describeBackups(dataDir: string): Promise<string> {
  const names = await readdir(path.join(dataDir, BACKUPS_FOLDER)).catch(() => []); // none was needed yet
  const newest = names.toSorted((a, b) => (a < b ? -1 : 1)).at(-1);
  return newest === undefined ? "none yet" : `${names.length}, ${newest}`;
}
