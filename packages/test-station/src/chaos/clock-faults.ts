import { renameSync, writeFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { over, type Fault } from "./fault.ts";
import { promises } from "./promise-rules.ts";

const HOUR_MS = 3_600_000;
const OFF_MS = 10_000;

/** Sets the clock offset of a station. */
export function setClockShift(file: string, ms: number): void {
  writeFileSync(`${file}.new`, String(ms));
  renameSync(`${file}.new`, file);
}

/** Every process's wall clock jumps, and later jumps back. */
export function clockFaults(file: string): readonly Fault[] {
  const fault = (name: string, ms: number): Fault => ({
    name: `clock ${name} for 10 s`,
    promise: promises.unheard,
    inflict: async () => {
      setClockShift(file, ms);
      await delay(OFF_MS);
      setClockShift(file, 0);
      return over;
    },
  });
  return [
    fault("an hour ahead", HOUR_MS),
    fault("an hour behind", -HOUR_MS),
    fault("a day ahead", 24 * HOUR_MS),
  ];
}
