import { readFileSync } from "node:fs";
import os from "node:os";

/** A moment from which another run can measure elapsed time, whatever the wall clock did since. */
export interface Moment {
  /** Wall clock, in ms. */
  readonly atMs: number;
  /** Since boot, in ms: the same for all processes, and running even while the machine sleeps. */
  readonly upMs: number;
  /** Changes with every boot; null: not available on this system. */
  readonly bootId: string | null;
}

/** @param bootId see `readBootId` */
export function momentNow(bootId: string | null): Moment {
  return { atMs: Date.now(), upMs: Math.round(os.uptime() * 1000), bootId };
}

/** See `Moment`. */
export function readBootId(): string | null {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    return null; // not Linux, or hidden
  }
}

/** Time from one moment to a later one, in ms; null: unknown, because the wall clock went back. */
export function passedMs(before: Moment, now: Moment): number | null {
  const isSameBoot = before.bootId !== null && before.bootId === now.bootId;
  const ms = isSameBoot ? now.upMs - before.upMs : now.atMs - before.atMs;
  return ms < 0 ? null : ms;
}
