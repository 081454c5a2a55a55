import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { lstat, readdir, rm, rmdir } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { readDataFile } from "@neonrelay/server/data-file";
import type { StationConfig } from "../config.ts";
import { isStationRunning, lockDataFolder } from "../data-folder.ts";
import { listInstalledStations, type InstalledStation } from "../setup/installed-stations.ts";
import { serviceNamesOf } from "../setup/station-name-rules.ts";
import { Terminal } from "../setup/terminal.ts";
import { removalCommands, sortDataFolder, wordElsewhere } from "./removal-rules.ts";

const USAGE = "Usage: station remove [--all] [--yes]";
const LOCK = "station.lock";
const MIB = 1024 ** 2;

interface RemoveParts {
  readonly projectRoot: string;
  readonly config: Pick<StationConfig, "dataDir" | "musicDirs" | "databaseUrl">;
  readonly print: (line: string) => void;
}

/**
 * `station remove`: lists what belongs to the station, asks, and removes it with its service. Music, trash and backups
 * in its folder stay without `--all`; what isn't the station's always stays.
 * @returns the exit code: 0 done, 1 not possible or declined, 2 usage error
 * @throws StartUpError if the station turns out to be running
 */
export async function runRemove(
  args: readonly string[],
  { projectRoot, config, print }: RemoveParts,
): Promise<number> {
  const flags = readFlags(args);
  if (flags === null) {
    print(USAGE);
    return 2;
  }
  const { dataDir } = config;
  if (readDataFile(dataDir) === null) {
    print(`There is no station in ${dataDir}: name its folder, as DATA_DIR=/var/lib/neonrelay.`);
    return 1;
  }
  const service = listInstalledStations().find((station) => station.dataDir === dataDir) ?? null;
  if (service !== null && process.getuid?.() !== 0) {
    print(`A service starts the station in ${dataDir}: remove it as root.`);
    return 1;
  }
  if (service === null && isStationRunning(dataDir)) {
    print(`A station is running on ${dataDir}: stop it first.`);
    return 1;
  }
  const { goes, stays } = sortDataFolder(readdirSync(dataDir), flags);
  const commands = service === null ? [] : commandsFor(service, stays);
  print("This will be removed:");
  for (const name of goes) print(`  ${await describe(path.join(dataDir, name))}`);
  for (const command of commands) print(`  as root: ${command}`);
  print("This will stay:");
  for (const name of stays) print(`  ${await describe(path.join(dataDir, name))}`);
  for (const line of wordElsewhere({ ...config, projectRoot })) print(`  ${line}`);
  if (!(await isWanted(dataDir, flags))) {
    print(
      `Nothing was removed.${flags.isYes ? "" : " A backup is made with: station backup FILE --music"}`,
    );
    return 1;
  }
  for (const command of commands) {
    const { status } = spawnSync("sh", ["-c", command], { stdio: "inherit" });
    if (status === 0) continue;
    print(`This command failed: ${command}`);
    print("The data was not touched.");
    return 1;
  }
  await removeData(dataDir, goes);
  print(
    stays.length === 0
      ? `Removed, with ${dataDir}.`
      : `Removed. What is left in ${dataDir} is yours.`,
  );
  return 0;
}

function readFlags(
  args: readonly string[],
): { readonly isAll: boolean; readonly isYes: boolean } | null {
  try {
    const flag = { type: "boolean", default: false } as const;
    const { values } = parseArgs({ args: [...args], options: { all: flag, yes: flag } });
    return { isAll: values.all, isYes: values.yes };
  } catch {
    return null; // an unknown option
  }
}

function commandsFor({ name }: InstalledStation, stays: readonly string[]): readonly string[] {
  return removalCommands({
    name,
    isUserKept: stays.length > 0,
    hasCaddyfile: existsSync(serviceNamesOf(name).caddyfile),
  });
}

/** Asks for the folder's path: a yes is typed too quickly. */
async function isWanted(dataDir: string, { isYes }: { readonly isYes: boolean }): Promise<boolean> {
  if (isYes) return true;
  if (!process.stdin.isTTY) return false;
  using terminal = new Terminal("The removal");
  return (await terminal.ask(`Type ${dataDir} to remove the station`, "")) === dataDir;
}

/** Removes the file that marks a station last, so that an interrupted removal can be repeated. */
async function removeData(dataDir: string, names: readonly string[]): Promise<void> {
  const lock = lockDataFolder(dataDir);
  try {
    for (const name of names.filter((one) => one !== LOCK))
      await rm(path.join(dataDir, name), { recursive: true, force: true });
  } finally {
    lock[Symbol.dispose]();
  }
  await rm(path.join(dataDir, LOCK), { force: true });
  const left = await readdir(dataDir);
  if (left.length === 0) await rmdir(dataDir);
}

/** A file or folder with its size. */
async function describe(place: string): Promise<string> {
  const { files, bytes } = await sizeOf(place);
  const noun = files === 1 ? "file" : "files";
  return `${place}: ${files.toLocaleString("en-US")} ${noun}, ${Math.ceil(bytes / MIB).toLocaleString("en-US")} MiB`;
}

/** Files that a running station removes in the meantime count as nothing. */
async function sizeOf(place: string): Promise<{ readonly files: number; readonly bytes: number }> {
  const found = await lstat(place).catch(() => null);
  if (found === null) return { files: 0, bytes: 0 };
  if (!found.isDirectory()) return { files: 1, bytes: found.size };
  let [files, bytes] = [0, 0];
  for (const name of await readdir(place).catch(() => [])) {
    const inner = await sizeOf(path.join(place, name));
    files += inner.files;
    bytes += inner.bytes;
  }
  return { files, bytes };
}
