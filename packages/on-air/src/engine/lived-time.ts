/** Most that one look may add, in ms: the engine looks every 78 ms. */
const LONGEST_STEP_MS = 100;

/**
 * A clock that only goes while it is looked at. A process that was suspended, or a machine that had no time for it, has
 * not waited for its threads: they had no time either.
 * @param nowMs of a monotonic clock
 * @returns gives the time lived so far, in ms
 */
export function createLivedTime(nowMs: () => number): () => number {
  let livedMs = 0;
  let lookedAtMs = nowMs();
  return () => {
    const now = nowMs();
    livedMs += Math.min(now - lookedAtMs, LONGEST_STEP_MS);
    lookedAtMs = now;
    return livedMs;
  };
}
