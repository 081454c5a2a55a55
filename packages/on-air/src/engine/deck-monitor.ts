/** Longest time until a file yields its first sound, in ms. */
export const OPEN_LIMIT_MS = 10_000;
/** A deck's thread that does not accept an order within this hangs in native code, in ms. */
const HUNG_LIMIT_MS = 3000;
/** The most that one reading can add, in ms: the engine reads every 78 ms. */
const MAX_STEP_MS = 100;

/** State of a deck's thread at one check. */
export interface DeckSnapshot {
  /** An order is waiting for it. */
  readonly isWaiting: boolean;
  /** It is opening a file, which is slow when a disk has to spin up. */
  readonly isOpening: boolean;
  /** Changes whenever the thread makes progress. */
  readonly progress: number;
}

/** Returns at each check whether the thread hangs. @param livedMs see createLivedTime */
export type DeckMonitor = (look: DeckSnapshot, livedMs: number) => boolean;

export function createDeckMonitor(): DeckMonitor {
  let sinceMs = 0;
  let progress: number | null = null;
  return (look, livedMs) => {
    const isFree = !look.isWaiting && !look.isOpening;
    if (isFree || look.progress !== progress) sinceMs = livedMs;
    progress = look.progress;
    const limitMs = look.isOpening ? OPEN_LIMIT_MS + HUNG_LIMIT_MS : HUNG_LIMIT_MS;
    return look.isWaiting && livedMs - sinceMs > limitMs;
  };
}

/**
 * A clock that advances only while it is read. Time in which the process was suspended or starved does not count as
 * waiting for its threads: they could not run either.
 * @param nowMs of a monotonic clock
 * @returns a function giving the time lived so far, in ms
 */
export function createLivedTime(nowMs: () => number): () => number {
  let livedMs = 0;
  let lookedAtMs = nowMs();
  return () => {
    const now = nowMs();
    livedMs += Math.min(now - lookedAtMs, MAX_STEP_MS);
    lookedAtMs = now;
    return livedMs;
  };
}
