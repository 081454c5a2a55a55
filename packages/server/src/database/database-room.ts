/** What the database, the journal and the logs keep for themselves of a disk. */
export const MINIMUM_FREE_BYTES = 256 * 1024 ** 2;
