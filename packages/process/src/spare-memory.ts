/**
 * What keeps each process of the station small, given to Node when it is started. V8 may use half of the young
 * generation twice over, for the main thread and each worker: left to itself it lets it grow to 64 MiB within hours
 * and never gives it back, which can't be told from a leak.
 */
export const spareFlags: readonly string[] = ["--max-semi-space-size=4"];

/** The same for a process whose work does not grow with listeners and calls. Each of its threads needs 6 MiB less. */
export const leanFlags: readonly string[] = ["--max-semi-space-size=1"];
