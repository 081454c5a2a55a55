/** Why a file that is not at its place can't be decoded. */
export const FILE_NOT_THERE = "The file is not there";

/** A file can't be decoded, or not to its end. The message is one sentence for people, without the path or a full stop. */
export class DecodeError extends Error {
  override readonly name = "DecodeError";
}
