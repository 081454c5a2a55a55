/** The job runs at the lowest priority and gets little CPU on a busy machine. */
const LEAST_MS = 60_000;
/** What the slowest disk copies, writes and reads back per second. */
const BYTES_PER_SECOND = 8 * 1024 * 1024;

/** Time limit for writing the tags of a file of this size, in ms. Anything slower is stuck in a loop. */
export function tagLimitMs(sizeBytes: number): number {
  return LEAST_MS + Math.ceil((sizeBytes / BYTES_PER_SECOND) * 1000);
}

export function wordTagLimit(limitMs: number): string {
  return `Writing its tags took longer than ${Math.round(limitMs / 1000)} s, so the file was left alone: its tags are damaged, or its disk is very slow`;
}
