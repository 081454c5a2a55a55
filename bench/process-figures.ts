import { readFileSync, readlinkSync } from "node:fs";
import path from "node:path";
import { descendantsOf } from "@neonrelay/test-station/station-processes";

/** Linux counts processor time in hundredths of a second towards user space. */
const TICKS_PER_SECOND = 100;

/** Processor time a process and its threads have used, in seconds. */
export function cpuSecondsOf(pid: number): number {
  const [user, system] = ticksOf(pid);
  return (user + system) / TICKS_PER_SECOND;
}

/** The same of a process and all below it, with that of children that have ended. */
export function treeCpuSecondsOf(root: number): number {
  const ticks = sumOfTree(root, (pid) => ticksOf(pid).reduce((sum, each) => sum + each));
  return ticks / TICKS_PER_SECOND;
}

/** Memory of a process and all below it now, in MiB, each with its part of what it shares with others (PSS). */
export function treeMemoryMibOf(root: number): number {
  return sumOfTree(root, sharedMemoryMibOf);
}

/** Resident memory of a process now, in MiB. */
export function memoryMibOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? Number.NaN) / 1024;
}

/** Memory of a process now, in MiB, with its part of what it shares with others (PSS). */
export function sharedMemoryMibOf(pid: number): number {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
  return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? Number.NaN) / 1024;
}

/** The same in parts: what the process has written, and its part of the programs and libraries it has read. */
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

/** Largest resident memory a process ever had, in MiB. */
export function peakMemoryMibOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? Number.NaN) / 1024;
}

/** User and system time, and those of children that have ended. */
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
      return sum; // it is gone
    }
  }, figureOf(root));
}

/** The middle of the values. */
export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** The part of the station that a process is, such as `neonrelay` or `packages/server`; null: none, or it has ended. */
export function partNameOf(pid: number): string | null {
  try {
    // What confines a process has a command line that names it, too.
    if (path.basename(readlinkSync(`/proc/${pid}/exe`)) !== "node") return null;
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
  } catch {
    return null; // it is gone
  }
}
