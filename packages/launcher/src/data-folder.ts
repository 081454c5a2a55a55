import { createHash } from "node:crypto";
import {
  accessSync,
  chmodSync,
  constants,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseEnv } from "node:util";
import { LockHeldError, takeLock } from "@neonrelay/process/data-lock";
import { StartUpError } from "@neonrelay/process/part";

/** Longest path of a Unix socket that every system takes, in bytes. */
const LONGEST_SOCKET_PATH_BYTES = 100;
const LONGEST_SOCKET_NAME = "control.sock";

/** The variables of DATA_DIR/station.env; none when there is no such file. */
export function readStationEnvironment(dataDir: string): Record<string, string | undefined> {
  const file = path.join(dataDir, "station.env");
  try {
    return parseEnv(readFileSync(file, "utf8"));
  } catch (cause) {
    if (
      cause instanceof Error &&
      "code" in cause &&
      (cause.code === "ENOENT" || cause.code === "ENOTDIR")
    )
      return {};
    throw new StartUpError(`${file} can't be read: check its permissions.`, { cause });
  }
}

/** Makes DATA_DIR, private to its owner. @throws StartUpError when it can't be written */
export function prepareDataFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    chmodSync(dataDir, 0o700);
  } catch (cause) {
    const reason = cause instanceof Error && "code" in cause ? ` (${String(cause.code)})` : "";
    throw new StartUpError(
      `The data folder ${dataDir} can't be written${reason}: give this user the right to, or set DATA_DIR to another folder.`,
      { cause },
    );
  }
}

/** Takes the lock on DATA_DIR. @throws StartUpError when a station has it */
export function lockDataFolder(dataDir: string): Disposable {
  try {
    return takeLock({ folder: dataDir, name: "station.lock" });
  } catch (cause) {
    if (!(cause instanceof LockHeldError)) throw cause;
    throw new StartUpError(
      `A station already runs on the data folder ${dataDir}: stop it first, or set DATA_DIR to another folder.`,
      { cause },
    );
  }
}

/**
 * The folder of the station's Unix sockets: DATA_DIR/run, or a private folder below the system's temporary folder
 * when the paths would be too long for a socket.
 */
export function socketFolderOf(dataDir: string): string {
  const folder = path.join(dataDir, "run");
  if (Buffer.byteLength(path.join(folder, LONGEST_SOCKET_NAME)) <= LONGEST_SOCKET_PATH_BYTES)
    return folder;
  const name = createHash("sha256").update(dataDir).digest("hex").slice(0, 16);
  return path.join(os.tmpdir(), `neonrelay-${process.getuid?.() ?? 0}-${name}`);
}

/** Empties the socket folder of what an earlier run left. Only for the holder of the lock. */
export function prepareSocketFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const owner = lstatSync(folder);
  // Below the shared temporary folder somebody else may have been there first.
  if (!owner.isDirectory() || (process.getuid !== undefined && owner.uid !== process.getuid()))
    throw new StartUpError(
      `${folder} belongs to somebody else: remove it, or set DATA_DIR to a shorter path.`,
    );
  chmodSync(folder, 0o700);
  for (const name of ["on-air.sock", LONGEST_SOCKET_NAME])
    rmSync(path.join(folder, name), { force: true });
}
