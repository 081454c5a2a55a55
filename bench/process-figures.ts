import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import path from "node:path";
import { descendantsOf } from "@neonrelay/test-station/station-processes";

/** Linux reports CPU time to user space in hundredths of a second. */
const TICKS_PER_SECOND = 100;

/** CPU time of a process and its threads, in seconds. */
export function cpuSecondsOf(pid: number): number {
  const [user, system] = ticksOf(pid);
  return (user + system) / TICKS_PER_SECOND;
}

/** The same for a process and its descendants, including ended children. */
export function treeCpuSecondsOf(root: number): number {
  const ticks = sumOfTree(root, (pid) => ticksOf(pid).reduce((sum, each) => sum + each));
  return ticks / TICKS_PER_SECOND;
}

/** CPU time of the current threads of a process and its descendants, in milliseconds, as exact as the scheduler has it. */
export function treeThreadsCpuMsOf(root: number): number {
  return sumOfTree(root, (pid) =>
    readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => {
      const [nanoseconds] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(
        " ",
      );
      return sum + Number(nanoseconds) / 1e6;
    }, 0),
  );
}

/** Current memory of a process and its descendants, in MiB, each with its share of shared pages (PSS). */
export function treeMemoryMibOf(root: number): number {
  return sumOfTree(root, sharedMemoryMibOf);
}

/** Current resident memory of a process, in MiB. */
export function memoryMibOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? Number.NaN) / 1024;
}

/** Current memory of a process with its share of shared pages (PSS), in MiB. */
export function sharedMemoryMibOf(pid: number): number {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
  return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? Number.NaN) / 1024;
}

/** The same in parts: private memory, and its share of programs and libraries. */
export function memoryPartsOf(pid: number): {
  readonly allMib: number;
  readonly dataMib: number;
  readonly filesMib: number;
} {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
  const mib = (kilobytes: string | undefined) => Number(kilobytes ?? 0) / 1024;
  return {
    allMib: mib(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1]),
    dataMib: mib(/^Pss_Anon:\s+(\d+) kB/m.exec(rollup)?.[1]),
    filesMib: mib(/^Pss_File:\s+(\d+) kB/m.exec(rollup)?.[1]),
  };
}

/** Peak resident memory of a process, in MiB. */
export function peakMemoryMibOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? Number.NaN) / 1024;
}

/** User and system time, then those of ended children. */
function ticksOf(pid: number): readonly [number, number, number, number] {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return [Number(fields[11]), Number(fields[12]), Number(fields[13]), Number(fields[14])];
}

/** @throws when the root has ended */
function sumOfTree(root: number, figureOf: (pid: number) => number): number {
  return descendantsOf(root).reduce((sum, pid) => {
    try {
      return sum + figureOf(pid);
    } catch {
      return sum; // the process is gone
    }
  }, figureOf(root));
}

/** The median. */
export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** The station's part that a process runs, such as `neonrelay` or `packages/server`; null: none, or it has ended. */
export function partNameOf(pid: number): string | null {
  try {
    // The command line of a confining program names it, too.
    if (path.basename(readlinkSync(`/proc/${pid}/exe`)) !== "node") return null;
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
  } catch {
    return null; // the process is gone
  }
}
