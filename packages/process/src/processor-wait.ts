import { readFileSync } from "node:fs";

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
