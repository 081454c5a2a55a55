import { readdir, readFile, readlink } from "node:fs/promises";
import { readFileSync } from "node:fs";

const LISTENING = "0A";

/**
 * The process listening on a TCP port. Works on Linux, for processes of the same user.
 * @returns such as `nginx (812)`; null when unknown
 */
export async function findPortOwner(port: number): Promise<string | null> {
  const sockets = new Set<string>();
  for (const table of ["/proc/net/tcp", "/proc/net/tcp6"])
    for (const inode of listeningInodes(await readFile(table, "utf8").catch(() => ""), port))
      sockets.add(`socket:[${inode}]`);
  if (sockets.size === 0) return null;
  const processes = (await readdir("/proc").catch(() => [])).filter((name) => /^\d+$/.test(name));
  for (const pid of processes) {
    if (!(await holdsOne(pid, sockets))) continue;
    const name = await readFile(`/proc/${pid}/comm`, "utf8").catch(() => "a process");
    return `${name.trim()} (${pid})`;
  }
  return null;
}

/**
 * The process that holds the port we could not listen on.
 * @param error the listen error, or one with it as its cause
 * @returns null when it failed for another reason, or the program is unknown
 */
export async function findOwnerOfTakenPort(error: unknown): Promise<string | null> {
  if (!(error instanceof Error)) return null;
  if (!("code" in error) || error.code !== "EADDRINUSE")
    return await findOwnerOfTakenPort(error.cause);
  return "port" in error && typeof error.port === "number" ? await findPortOwner(error.port) : null;
}

/** @param table from /proc/net/tcp: address:port in hexadecimal, state in the fourth column, inode in the tenth */
export function listeningInodes(table: string, port: number): readonly string[] {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  return table
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local, , state]) => local?.endsWith(suffix) === true && state === LISTENING)
    .flatMap((columns) => columns[9] ?? []);
}

async function holdsOne(pid: string, sockets: ReadonlySet<string>): Promise<boolean> {
  // Other users' files can't be listed.
  const files = await readdir(`/proc/${pid}/fd`).catch(() => []);
  for (const file of files) {
    const target = await readlink(`/proc/${pid}/fd/${file}`).catch(() => "");
    if (sockets.has(target)) return true;
  }
  return false;
}

/**
 * Time a process or thread has been runnable without a CPU, in ms since its start; 0 where the system does not report
 * it. Excludes time spent stopped or waiting for a disk.
 * @param task below /proc: a process id, which means its first thread, or `<pid>/task/<tid>`
 */
export function processorWaitMs(task: string): number {
  try {
    // /proc/PID/schedstat: time on a CPU, time waiting for one, and turns.
    const [, waitedNs = "0"] = readFileSync(`/proc/${task}/schedstat`, "utf8").split(" ");
    return Number(waitedNs) / 1e6;
  } catch {
    return 0; // the process has ended, or this is not Linux
  }
}

/** How many files this process may open. @returns null if unlimited or unknown */
export async function findOpenFilesLimit(): Promise<number | null> {
  const limits = await readFile("/proc/self/limits", "utf8").catch(() => "");
  const found = /^Max open files\s+(\d+)/m.exec(limits)?.[1];
  return found === undefined ? null : Number(found);
}
