/** Disk space reserved for the database, the journal and the logs. */
export const MINIMUM_FREE_BYTES = 256 * 1024 ** 2;
