import { readFileSync } from "node:fs";

/**
 * Time that a process or thread has been ready to run without a processor, in ms since its start; 0 where the system does
 * not say. Time spent stopped or waiting for a disk is not included.
 * @param task below /proc: a process id, which means its first thread, or `<pid>/task/<tid>`
 */
export function processorWaitMs(task: string): number {
  try {
    // Time on a processor, time of waiting for one, and turns: proc_schedstat.
    const [, waitedNs = "0"] = readFileSync(`/proc/${task}/schedstat`, "utf8").split(" ");
    return Number(waitedNs) / 1e6;
  } catch {
    return 0; // it has ended, or this is no Linux
  }
}
