import { readFileSync } from "node:fs";
import os from "node:os";

/** A moment that another run can tell the time since, whatever the wall clock did meanwhile. */
export interface Moment {
  /** Wall clock, in ms. */
  readonly atMs: number;
  /** Since the start of the machine, in ms: for all processes the same, and also while the machine sleeps. */
  readonly upMs: number;
  /** Another one after each start of the machine; null: this system does not say. */
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

/** How long it was from one moment to a later one, in ms; null: not known, for the wall clock went back. */
export function passedMs(before: Moment, now: Moment): number | null {
  const isSameBoot = before.bootId !== null && before.bootId === now.bootId;
  const ms = isSameBoot ? now.upMs - before.upMs : now.atMs - before.atMs;
  return ms < 0 ? null : ms;
}
