import { readFileSync } from "node:fs";

/**
 * Whether a signal, or a debugger, has stopped that process: it does nothing until it is woken. A starved process, or one
 * that waits for a disk, is not stopped. Where there is no /proc, nothing is.
 */
export function isStopped(pid: number): boolean {
  try {
    return /^State:\s+[Tt]/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false; // it is gone
  }
}
