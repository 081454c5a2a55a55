/** Number of frames judged together: two seconds at 60 per second. */
export const JUDGED_FRAMES = 120;
const SLOW_MS = 12;
/** 95 % must be quick. */
const MAX_SLOW = JUDGED_FRAMES * 0.05;

/**
 * Whether this machine is so slow that every second frame should be skipped.
 * @param frameMs durations of the judged frames
 */
export function isTooSlow(frameMs: readonly number[]): boolean {
  return frameMs.filter((tookMs) => tookMs > SLOW_MS).length > MAX_SLOW;
}
