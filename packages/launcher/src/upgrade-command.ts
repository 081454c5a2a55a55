import path from "node:path";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { StartUpError } from "@neonrelay/process/part";
import { askRunningStation } from "@neonrelay/server/control-client";
import { removeOldUpdateBackups, updateBackupFile } from "@neonrelay/server/kept-update-backups";
import { socketFolderOf } from "./data-folder.ts";
import type { Launch } from "./launch.ts";
import { checkArchive, unpackRelease } from "./release-archive.ts";
import { isSamePlace, type Release, ReleaseFolder } from "./release-folder.ts";
import { askProgram } from "./release-program.ts";
import { findObstacle } from "./release-rules.ts";
import { tryRelease } from "./release-trial.ts";
import { askForChange, askRelease } from "./upgrade-socket.ts";

const USAGE = "Usage: station upgrade ARCHIVE.tar.gz [--yes], or station upgrade --back [--yes]";
/** Placeholder ports, for asking a version to describe itself. */
const anyPorts = { isStationStart: false, streamPort: 1, webPort: 0, ircPort: null };

type Print = (line: string) => void;

/**
 * `station upgrade`: changes the running station's version, or goes back to the one before.
 * @returns the exit code
 * @throws StartUpError in words; the former version is running
 */
export async function runUpgrade({
  args,
  launch,
  environment,
  print,
}: {
  /** The arguments after `upgrade`. */
  readonly args: readonly string[];
  readonly launch: Launch;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly print: Print;
}): Promise<number> {
  const wanted = readArguments(args);
  if (wanted === null) {
    print(USAGE);
    return 2;
  }
  const { dataDir } = launch.config;
  const socket = path.join(socketFolderOf(dataDir), "upgrade.sock");
  const running = await askRelease(socket);
  if (running === null)
    throw new StartUpError(
      "No station is running on this data folder: start it first, because upgrades happen on air.",
    );
  const folder = new ReleaseFolder(launch.config);
  const change = async (root: string) => {
    await askForChange(socket, { root, isBack: wanted.archive === null, print });
    return 0;
  };
  if (wanted.archive === null) {
    const previous = findPrevious(folder, running);
    const question = `Go back from ${running.version} to ${previous.version}? ${
      previous.isDataKept
        ? "Everything since the upgrade is lost: requests, chat, entries of uploads, changed settings."
        : "All data stays as it is."
    }`;
    if (!(await isAgreed(question, wanted.isSure))) return 1;
    return await change(previous.root);
  }
  const archive = path.resolve(launch.callerFolder, wanted.archive);
  const release = await prepare({ archive, launch, environment, folder, running, print });
  await tryOnCopy({ release, launch, environment, folder, print });
  const question = `Change from ${running.version} to ${release.version} now? Players connect again once.`;
  if (!(await isAgreed(question, wanted.isSure))) return 1;
  return await change(release.root);
}

function readArguments(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: {
        yes: { type: "boolean", default: false },
        back: { type: "boolean", default: false },
      },
      allowPositionals: true,
    });
    const [archive] = positionals;
    if (positionals.length !== (values.back ? 0 : 1)) return null;
    return { archive: archive ?? null, isSure: values.yes };
  } catch {
    return null; // unknown option
  }
}

function findPrevious(folder: ReleaseFolder, running: Release) {
  const { current } = folder;
  if (!current?.previous || !isSamePlace(current.root, running.root))
    throw new StartUpError(
      "There is no version to go back to: the last upgrade was undone, or done another way.",
    );
  const { data, version, root } = current.previous;
  if (data !== null && !folder.hasData(data))
    throw new StartUpError(
      `The data from before the upgrade is gone: there is no way back to ${version}.`,
    );
  return { version, root, isDataKept: data !== null };
}

interface Preparing {
  readonly launch: Launch;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly folder: ReleaseFolder;
  readonly print: Print;
}

/** Checks and unpacks the archive. */
async function prepare({
  archive,
  launch: { config },
  environment,
  folder,
  running,
  print,
}: Preparing & { readonly archive: string; readonly running: Release }): Promise<Release> {
  // A change in progress needs the files that are removed below.
  if (folder.underWay !== null)
    throw new StartUpError("Another change of version is under way: wait until it has ended.");
  await checkArchive(archive);
  const isKept = (root: string) =>
    [running.root, folder.current?.root, folder.current?.previous?.root].some(
      (kept) => kept !== undefined && isSamePlace(kept, root),
    );
  await removeOld(folder, isKept);
  const name = path.basename(archive).replace(/\.t(?:ar\.)?gz$/, "");
  const place = path.join(folder.path, name);
  if (isKept(place)) throw new StartUpError(`${name} is the running version, or the one before.`);
  print(`Unpacking ${name} …`);
  const databaseBytes = await sizeOf(path.join(config.dataDir, "database"));
  // A backup, the copy to try, and the copy to go back to.
  await unpackRelease({ archive, place, spareBytes: 3 * databaseBytes, print });
  const { version, schema } = await askProgram({
    root: place,
    environment,
    settled: anyPorts,
    clockSpeed: 1,
  });
  const release = { version, root: place, schema };
  const obstacle =
    findObstacle({ from: running, to: release, isBack: false }) ??
    (running.schema === schema ? null : await folder.findKeepTrouble());
  if (obstacle === null) return release;
  await rm(place, { recursive: true, force: true });
  throw new StartUpError(obstacle);
}

async function tryOnCopy({
  release,
  launch: { config },
  environment,
  folder,
  print,
}: Preparing & { readonly release: Release }): Promise<void> {
  print("Writing a backup …");
  const { dataDir } = config;
  const backup = await writeUpgradeBackup({ version: release.version, dataDir, print });
  print(`Trying ${release.version} on a copy of the data …`);
  await tryRelease({ root: release.root, backup, folder: folder.path, config, environment });
  print(`${release.version} is on air on the copy, and healthy.`);
}

/** Removes versions and data copies of earlier upgrades. */
async function removeOld(folder: ReleaseFolder, isKept: (root: string) => boolean): Promise<void> {
  const names = await readdir(folder.path).catch(() => []);
  for (const name of names) {
    const place = path.join(folder.path, name);
    const isNote = name.endsWith(".json") || name.startsWith("data-");
    if (!isNote && !isKept(place)) await rm(place, { recursive: true, force: true });
  }
}

async function sizeOf(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  let bytes = 0;
  for (const name of names)
    bytes += (await stat(path.join(folder, name)).catch(() => null))?.size ?? 0;
  return bytes;
}

async function isAgreed(question: string, isSure: boolean): Promise<boolean> {
  if (isSure) return true;
  if (!process.stdin.isTTY) throw new StartUpError(`${question} Add --yes to confirm.`);
  const reader = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^y(?:es)?$/i.test((await reader.question(`${question} [y/N] `)).trim());
  } finally {
    reader.close();
  }
}

/**
 * Has the running station write a backup before a change of version, even one that is later declined or fails, and
 * keeps only the newest five of these backups.
 * @param version the version to change to
 * @returns the backup's file
 * @throws StartUpError if it can't be written; the older ones stay
 */
export async function writeUpgradeBackup({
  version,
  dataDir,
  print,
}: {
  readonly version: string;
  readonly dataDir: string;
  readonly print: (line: string) => void;
}): Promise<string> {
  const socketPath = path.join(socketFolderOf(dataDir), "control.sock");
  const backup = updateBackupFile({ dataDir, program: version, createdAt: new Date() });
  await mkdir(path.dirname(backup), { recursive: true, mode: 0o700 });
  const code = await askRunningStation({ socketPath, args: ["backup", backup], print });
  if (code !== 0) throw new StartUpError("The backup could not be written.");
  await removeOldUpdateBackups(dataDir);
  return backup;
}
