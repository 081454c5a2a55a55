import * as z from "zod";
import type { StateFile } from "../state/state-file.ts";

const CHECK_INTERVAL_MS = 1000;
const ADD_EVERY_MS = 60_000;

export const listenedSchema = z.object({ listenerSeconds: z.number().min(0) });
export type Listened = Readonly<z.infer<typeof listenedSchema>>;

/** Total listened time of this edge: one sum, updated every minute, kept on disk. */
export class ListenedTimeStore {
  readonly #file: StateFile<Listened>;
  readonly #listeners: () => number;
  readonly #timer: NodeJS.Timeout;
  #time: ListenedTime;
  /** Not yet in the sum, in s. */
  #newSeconds = 0;
  #checkedAtMs = performance.now();
  #addedAtMs = performance.now();

  constructor({
    file,
    remembered,
    listeners,
  }: {
    readonly file: StateFile<Listened>;
    /** null on the first run. */
    readonly remembered: Listened | null;
    readonly listeners: () => number;
  }) {
    this.#file = file;
    this.#time = timeAtStart(remembered?.listenerSeconds ?? 0);
    this.#listeners = listeners;
    this.#timer = setInterval(() => this.#check(), CHECK_INTERVAL_MS).unref();
  }

  /** In s; null until the master has said what it knows. */
  get toReport(): number | null {
    return sumToReport(this.#time);
  }

  /** Applies the master's answer. @param listenerSeconds what it knows of this edge */
  agree(listenerSeconds: number): void {
    this.#become(agree(this.#time, listenerSeconds));
  }

  /** Whatever is unreported waits for the next start. */
  close(): void {
    clearInterval(this.#timer);
    this.#check();
    this.#add();
  }

  #check(): void {
    const nowMs = performance.now();
    this.#newSeconds += (this.#listeners() * (nowMs - this.#checkedAtMs)) / 1000;
    this.#checkedAtMs = nowMs;
    if (nowMs - this.#addedAtMs >= ADD_EVERY_MS) this.#add();
  }

  #add(): void {
    this.#addedAtMs = performance.now();
    this.#become(addTime(this.#time, this.#newSeconds));
    this.#newSeconds = 0;
  }

  #become(time: ListenedTime): void {
    const hasGrown = sumOf(time) > sumOf(this.#time);
    this.#time = time;
    if (hasGrown) this.#file.save({ listenerSeconds: sumOf(time) });
  }
}

/** Total listened time of an edge, in s. Only the sum of the two is reported. */
interface ListenedTime {
  /** In earlier runs of the edge. */
  readonly beforeSeconds: number;
  /** In this run. */
  readonly runSeconds: number;
  /** Whether the master has said in this run what it knows. */
  readonly isAgreed: boolean;
}

/** State at the start of a run. @param rememberedSeconds what the last run left on disk */
export function timeAtStart(rememberedSeconds: number): ListenedTime {
  return { beforeSeconds: rememberedSeconds, runSeconds: 0, isAgreed: false };
}

export function addTime(time: ListenedTime, seconds: number): ListenedTime {
  return { ...time, runSeconds: time.runSeconds + seconds };
}

/**
 * Applies the first answer of a run: the master may know more than our disk, which lost its last moments or was
 * restored from a backup. This run is not in the master's sum, since none of it was reported yet.
 */
export function agree(time: ListenedTime, masterSeconds: number): ListenedTime {
  if (time.isAgreed) return time;
  const beforeSeconds = Math.max(time.beforeSeconds, masterSeconds);
  return { ...time, beforeSeconds, isAgreed: true };
}

export function sumOf({ beforeSeconds, runSeconds }: ListenedTime): number {
  return beforeSeconds + runSeconds;
}

/** null until the master has said what it knows. */
export function sumToReport(time: ListenedTime): number | null {
  return time.isAgreed ? sumOf(time) : null;
}
