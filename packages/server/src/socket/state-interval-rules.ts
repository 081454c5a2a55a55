/** A state up to this size is no load for one browser, however often it changes. */
const SMALL_BYTES = 8 * 1024;
/** The most that a browser gets of one larger state, in bytes a second. */
const BROWSER_BYTES_PER_SECOND = 100_000;
/** The most that all of them together get of one state, in bytes a second: 200 Mbit/s. */
const CROWD_BYTES_PER_SECOND = 25_000_000;

/**
 * Shortest time between two sendings of a state to all sockets, in ms. What changes meanwhile is sent at its end.
 * @param sizeBytes of its frame
 */
export function stateIntervalMs({
  sizeBytes,
  sockets,
}: {
  readonly sizeBytes: number;
  readonly sockets: number;
}): number {
  const browserMs = sizeBytes > SMALL_BYTES ? (sizeBytes / BROWSER_BYTES_PER_SECOND) * 1000 : 0;
  const crowdMs = ((sizeBytes * sockets) / CROWD_BYTES_PER_SECOND) * 1000;
  return Math.max(browserMs, crowdMs);
}
