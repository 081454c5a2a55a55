/** Longest time until a file gives its first sound, in ms. */
export const OPEN_LIMIT_MS = 10_000;
/** Longest time until a deck's thread accepts an order, in ms; after that it hangs in native code. */
const HUNG_LIMIT_MS = 3000;

/** The state of a deck's thread at one look. */
export interface DeckSnapshot {
  /** An order waits for it. */
  readonly isWaiting: boolean;
  /** It is opening a file; a disk that has to spin up makes this slow. */
  readonly isOpening: boolean;
  /** Changes whenever the thread makes progress. */
  readonly progress: number;
}

/** Says at each look whether the thread hangs. @param livedMs see createLivedTime */
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
