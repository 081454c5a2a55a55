/** The most that one reading can add, in ms: the engine reads every 78 ms. */
const MAX_STEP_MS = 100;

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
