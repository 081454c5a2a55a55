import { readFileSync } from "node:fs";

/**
 * Whether a signal or a debugger has stopped that process, so that it can't run until resumed. A process starved of CPU
 * or waiting for a disk is not stopped. Always false without /proc.
 */
export function isStopped(pid: number): boolean {
  try {
    return /^State:\s+[Tt]/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false; // it has exited
  }
}
