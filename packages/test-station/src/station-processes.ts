import { readdirSync, readFileSync } from "node:fs";

export type PartName = "on-air" | "server" | "engine";

interface ProcessRow {
  readonly pid: number;
  readonly parentPid: number;
  readonly commandLine: string;
}

/** The parts below the launcher `launcherPid`, found in /proc by titles and command lines. */
export function partsOf(launcherPid: number): Partial<Record<PartName, number>> {
  const rows = allProcesses();
  const parts: Partial<Record<PartName, number>> = {};
  for (const row of rows) {
    if (row.parentPid === launcherPid && /packages\/on-air/.test(row.commandLine))
      parts["on-air"] = row.pid;
    if (row.parentPid === launcherPid && /packages\/server/.test(row.commandLine))
      parts.server = row.pid;
  }
  for (const row of rows)
    if (row.parentPid === parts["on-air"] && row.commandLine.includes("engine"))
      parts.engine = row.pid;
  return parts;
}

/** Whether a part has loaded its code: it then has a title instead of its command line. */
export function hasLoaded(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").startsWith("packages/");
  } catch {
    return false; // the process is gone
  }
}

/** The direct children of a process. */
export function childrenOf(parentPid: number): number[] {
  return allProcesses()
    .filter((row) => row.parentPid === parentPid)
    .map(({ pid }) => pid);
}

/** All descendants of a process. */
export function descendantsOf(pid: number): number[] {
  const children = childrenOf(pid);
  return [...children, ...children.flatMap(descendantsOf)];
}

/** Resumes processes a failed test left stopped, so that they can be ended. */
export function wake(pids: readonly number[]): void {
  for (const pid of pids) if (isAlive(pid)) process.kill(pid, "SIGCONT");
}

/** How long a process has waited for a CPU so far, in ms; 0 where the kernel does not count it. */
export function waitedMsOf(pid: number): number {
  try {
    const [, waitedNs] = readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ");
    return Number(waitedNs ?? 0) / 1e6;
  } catch {
    return 0; // the process is gone
  }
}

/** Whether that process runs; a zombie does not. */
export function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false; // the process is gone
  }
}

function allProcesses(): ProcessRow[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, "utf8");
        const afterName = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
        const commandLine = readFileSync(`/proc/${name}/cmdline`, "utf8").replaceAll("\0", " ");
        return [{ pid: Number(name), parentPid: Number(afterName[1]), commandLine }];
      } catch {
        return []; // it ended while we looked
      }
    });
}
