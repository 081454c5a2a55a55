/** Target buffer of a feed: enough for network pauses, short enough to talk with the studio. */
const TARGET_SECONDS = 3;
/** Half a percent is 9 cents: inaudible. */
const MAX_CORRECTION = 0.005;
/** A source this far ahead is no clock: it sends as fast as we read. */
const PULLED_SECONDS = 20;

/**
 * How much to stretch a feed to keep its sender's clock and ours together: 0.005 makes it half a percent longer.
 * @param aheadSeconds buffered length, smoothed
 */
export function driftCorrection(aheadSeconds: number): number {
  if (aheadSeconds > PULLED_SECONDS) return 0;
  const error = (TARGET_SECONDS - aheadSeconds) / TARGET_SECONDS;
  return Math.max(-MAX_CORRECTION, Math.min(MAX_CORRECTION, error * MAX_CORRECTION));
}
