/** It gets what nothing else wants of the processor, which is little on a busy machine. */
const LEAST_MS = 60_000;
/** What the slowest disk copies, writes and reads again, in a second. */
const BYTES_PER_SECOND = 8 * 1024 * 1024;

/** How long writing the tags of a file of that size may take, in ms. What takes longer goes round in circles. */
export function tagLimitMs(sizeBytes: number): number {
  return LEAST_MS + Math.ceil((sizeBytes / BYTES_PER_SECOND) * 1000);
}

export function wordTagLimit(limitMs: number): string {
  return `Writing its tags took longer than ${Math.round(limitMs / 1000)} s, so the file was left alone: its tags are damaged, or its disk is very slow`;
}
