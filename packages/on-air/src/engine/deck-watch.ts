/** Longest a file may take to give its first sound, in ms. */
export const OPEN_LIMIT_MS = 10_000;
/** Longest a deck's thread may leave an order lying, in ms; then it hangs in native code. */
const HUNG_LIMIT_MS = 3000;

/** What a look at a deck's thread finds. */
export interface DeckLook {
  /** An order waits for it. */
  readonly isWaiting: boolean;
  /** It opens a file, which a disk that has to start up makes long. */
  readonly isOpening: boolean;
  /** Another number whenever it has come further. */
  readonly progress: number;
}

/** Says at each look whether the thread hangs. @param livedMs see createLivedTime */
export type DeckWatch = (look: DeckLook, livedMs: number) => boolean;

export function createDeckWatch(): DeckWatch {
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
