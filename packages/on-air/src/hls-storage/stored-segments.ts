import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "@neonrelay/process/log";
import { type S3Storage, StorageError } from "../storage/s3-storage.ts";

/** The playlist at the storage, where players start. */
export const PLAYLIST_NAME = "live.m3u8";
/** Maximum waiting to be removed: 100 minutes of them. Beyond that the oldest are left to the storage's own rules. */
const MAX_WAITING = 1000;
/** The key may lack the right to list or remove: retry such a storage rarely. */
const FAILED_PAUSES = 20;

/** Prefix of all segment names at a storage. */
const SEGMENT_PREFIX = "segment-";
const namePattern = /^segment-\d+-([0-9a-f]{12})\.aac$/;

/** The names used by one run of copying. Caches keep files indefinitely by name, so no run may reuse another's. */
interface SegmentNames {
  readonly run: string;
  /** Name at the storage for a segment of the station's. */
  readonly of: (stationName: string) => string;
  /** Whether it is a segment of an earlier run. */
  readonly isOfEarlierRun: (name: string) => boolean;
}

export function makeSegmentNames(run = randomBytes(6).toString("hex")): SegmentNames {
  return {
    run,
    of: (stationName) => `${SEGMENT_PREFIX}${stationName.replace(/\.aac$/, "")}-${run}.aac`,
    isOfEarlierRun: (name) => {
      const [, otherRun] = namePattern.exec(name) ?? [];
      return otherRun !== undefined && otherRun !== run;
    },
  };
}

interface SweepParts {
  readonly storage: Pick<S3Storage, "list" | "remove">;
  readonly names: SegmentNames;
  /** How long to keep a segment after it leaves the playlist, in ms. */
  readonly keptMs: number;
  /** Between two sweeps, in ms. */
  readonly pauseMs: number;
  readonly signal: AbortSignal;
  readonly log: Logger;
}

/** Removes segments from the storage once no player or cache needs them, including those of earlier runs. */
export class SegmentSweep {
  readonly #parts: SweepParts;
  /** Oldest first. */
  #waiting: readonly { readonly name: string; readonly dueMs: number }[] = [];
  #hasListed = false;
  #running: Promise<void> | null = null;

  constructor(parts: SweepParts) {
    this.#parts = parts;
  }

  /** Adds segments that the playlist at the storage no longer names; the first call starts the work. */
  add(names: readonly string[]): void {
    const dueMs = performance.now() + this.#parts.keptMs;
    this.#waiting = [...this.#waiting, ...names.map((name) => ({ name, dueMs }))].slice(
      -MAX_WAITING,
    );
    this.#running ??= this.#run();
  }

  /** Everything waiting to be removed. */
  get waiting(): readonly string[] {
    return this.#waiting.map(({ name }) => name);
  }

  /** Resolves once it has stopped; `signal` makes it stop. */
  async ended(): Promise<void> {
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal, pauseMs, log } = this.#parts;
    let isWell = true;
    while (!signal.aborted) {
      try {
        await this.#sweep();
        isWell = true;
      } catch (error) {
        if (signal.aborted) return;
        if (!(error instanceof StorageError)) log.error({ error }, "could not remove old segments");
        else if (isWell) log.warn({ problem: error.message }, "could not remove old HLS segments");
        isWell = false;
      }
      await delay(isWell ? pauseMs : pauseMs * FAILED_PAUSES, undefined, { signal }).catch(
        () => {},
      );
    }
  }

  async #sweep(): Promise<void> {
    const { storage, names, signal } = this.#parts;
    if (!this.#hasListed) {
      const found = [...(await storage.list(SEGMENT_PREFIX)).keys()].filter(names.isOfEarlierRun);
      this.#hasListed = true;
      this.add(found);
    }
    const nowMs = performance.now();
    for (const { name, dueMs } of this.#waiting) {
      if (dueMs > nowMs || signal.aborted) return;
      await storage.remove(name);
      this.#waiting = this.#waiting.filter((waiting) => waiting.name !== name);
    }
  }
}
