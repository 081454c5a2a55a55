/** Longest time until a file yields its first sound, in ms. */
export const OPEN_LIMIT_MS = 10_000;
/** A deck's thread that does not accept an order within this hangs in native code, in ms. */
const HUNG_LIMIT_MS = 3000;

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
