/** Reason given when a file is missing. */
export const FILE_NOT_THERE = "The file is not there";

/**
 * A file can't be decoded at all, or not to its end. The message is one sentence for users, without path or full stop.
 */
export class DecodeError extends Error {
  override readonly name = "DecodeError";
}
