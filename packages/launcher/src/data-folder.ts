import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { LockHeldError, takeLock } from "@neonrelay/process/data-lock";
import { isDiskFull } from "@neonrelay/process/disk-full";
import { StartUpError } from "@neonrelay/process/part";
import { readEnvFile } from "./env-file-rules.ts";

/** Longest Unix socket path that every system accepts, in bytes. */
const MAX_SOCKET_PATH_BYTES = 100;
const LONGEST_SOCKET_NAME = "control.sock";

/** Timeout for listing DATA_DIR, in ms. */
const ANSWER_LIMIT_MS = 10_000;
const ENVIRONMENT_LIMIT_BYTES = 65_536;

/**
 * Lists the folder in a child process, which can be killed: on an unreachable network share a system call of our own
 * would never return. A missing folder passes.
 * @throws StartUpError on timeout
 */
export function checkFolderAnswers(
  folder: string,
  { limitMs, program }: { readonly limitMs: number; readonly program: string } = {
    limitMs: ANSWER_LIMIT_MS,
    program: "ls",
  },
): void {
  const { error } = spawnSync(program, ["-a", folder], {
    stdio: "ignore",
    timeout: limitMs,
    killSignal: "SIGKILL",
  });
  if (error !== undefined && "code" in error && error.code === "ETIMEDOUT")
    throw new StartUpError(
      `The data folder ${folder} did not respond within ${limitMs / 1000} s: if it is on a network share, check that the share is available, or set DATA_DIR to another folder.`,
    );
}

/**
 * Reads the variables in DATA_DIR/station.env; empty if there is no such file.
 * @throws StartUpError if it can't be read
 */
export function readStationEnvironment(
  dataDir: string,
): Readonly<Record<string, string | undefined>> {
  const file = path.join(dataDir, "station.env");
  const found = readWhole(file);
  if (found === null) return {};
  const result = readEnvFile(found);
  if (result.kind === "read") return result.variables;
  const lines = result.lines.map(({ line, reason }) => `line ${line} ${reason}`);
  throw new StartUpError(
    `${file} must have lines of NAME=value in UTF-8: ${lines.join("; ")}. Correct or remove the file.`,
  );
}

/** null: the file doesn't exist. */
function readWhole(file: string): Uint8Array | null {
  try {
    const found = statSync(file, { throwIfNoEntry: false });
    if (found === undefined) return null;
    // Anything but a regular file may never end, or block when opened.
    if (!found.isFile() || found.size > ENVIRONMENT_LIMIT_BYTES)
      throw new StartUpError(
        `${file} is not a plain file of at most ${ENVIRONMENT_LIMIT_BYTES / 1024} KiB: remove or replace it.`,
      );
    return readFileSync(file);
  } catch (cause) {
    if (cause instanceof StartUpError) throw cause;
    throw new StartUpError(`${file} can't be read (${wordReason(cause)}).`, { cause });
  }
}

/**
 * Creates DATA_DIR, private to its owner.
 * @throws StartUpError if it isn't writable
 */
export function prepareDataFolder(dataDir: string): void {
  try {
    makeFolders(dataDir);
    readdirSync(dataDir);
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    chmodSync(dataDir, 0o700);
  } catch (cause) {
    throw new StartUpError(
      `The data folder ${dataDir} can't be written (${wordReason(cause)}): give this user write access, or set DATA_DIR to another folder.`,
      { cause },
    );
  }
}

/**
 * Root may write everywhere, but the user whose station this is could not open what root leaves here.
 * @throws StartUpError if root starts on the data of another user's station
 */
export function refuseRoot(dataDir: string, uid = process.getuid?.()): void {
  if (uid !== 0 || !existsSync(dataDir)) return;
  const locks = readdirSync(dataDir).filter((name) => name.endsWith(".lock"));
  const owner = locks
    .map((name) => lstatSync(path.join(dataDir, name)).uid)
    .find((found) => found !== 0);
  if (owner === undefined) return;
  throw new StartUpError(
    `The data folder ${dataDir} belongs to another user's station: start it as that user (runuser -u "$(id -un ${owner})" -- npm start), because that user could not open what root leaves there.`,
  );
}

/** Node's recursive mkdir loops forever where the system reports that a folder can't exist, as in /proc. */
function makeFolders(folder: string): void {
  const missing: string[] = [];
  for (let at = folder; !existsSync(at); at = path.dirname(at)) missing.push(at);
  for (const at of missing.toReversed()) mkdirSync(at, { mode: 0o700 });
}

function wordReason(cause: unknown): string {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "unknown error";
  switch (code) {
    case "EACCES":
    case "EPERM":
      return `${code}, not permitted`;
    case "EROFS":
      return `${code}, the file system is read-only`;
    case "ENOTDIR":
    case "EEXIST":
      return `${code}, a file is in its place`;
    case "ENOENT":
      return `${code}, no folder can be created there`;
    default:
      return isDiskFull(cause) ? `${code}, the disk is full` : code;
  }
}

/**
 * Locks a node's name, for a node without on-air.
 * @throws StartUpError if another node holds it
 */
export function lockNode(dataDir: string, name: string): Disposable {
  try {
    return takeLock({ folder: dataDir, name: `node-${name}.lock` });
  } catch (cause) {
    if (!(cause instanceof LockHeldError)) throw cause;
    throw new StartUpError(
      `A node called ${name} is already running on the data folder ${dataDir}: set NODE_NAME to another name.`,
      { cause },
    );
  }
}

/**
 * Locks DATA_DIR.
 * @throws StartUpError if a station holds it
 */
export function lockDataFolder(dataDir: string): Disposable {
  try {
    return takeLock({ folder: dataDir, name: "station.lock" });
  } catch (cause) {
    if (!(cause instanceof LockHeldError)) throw cause;
    throw new StartUpError(
      `A station is already running on the data folder ${dataDir}: stop it first, or set DATA_DIR to another folder.`,
      { cause },
    );
  }
}

/** Whether a running station is using this data folder. */
export function isStationRunning(dataDir: string): boolean {
  if (!existsSync(path.join(dataDir, "station.lock"))) return false;
  try {
    lockDataFolder(dataDir)[Symbol.dispose]();
    return false;
  } catch (error) {
    if (error instanceof StartUpError) return true;
    throw error;
  }
}

/**
 * Folder for the station's Unix sockets: DATA_DIR/run, or a private folder in the system's temporary folder if those
 * paths would be too long for a socket.
 */
export function socketFolderOf(dataDir: string): string {
  const folder = path.join(dataDir, "run");
  if (Buffer.byteLength(path.join(folder, LONGEST_SOCKET_NAME)) <= MAX_SOCKET_PATH_BYTES)
    return folder;
  const name = createHash("sha256").update(dataDir).digest("hex").slice(0, 16);
  return path.join(os.tmpdir(), `neonrelay-${process.getuid?.() ?? 0}-${name}`);
}

/**
 * Removes what an earlier run left in the socket folder; the caller must hold the lock. The control socket stays, for
 * its server to replace: when the station has several servers, another one may be listening there.
 */
export function prepareSocketFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const owner = lstatSync(folder);
  // In the shared temporary folder another user may have created it first.
  if (!owner.isDirectory() || (process.getuid !== undefined && owner.uid !== process.getuid()))
    throw new StartUpError(
      `${folder} belongs to another user: remove it, or set DATA_DIR to a shorter path.`,
    );
  chmodSync(folder, 0o700);
  for (const name of ["on-air.sock", "upgrade.sock"])
    rmSync(path.join(folder, name), { force: true });
}
