/** A file can't be decoded, or not to its end. The message is one sentence for people, without the path or a full stop. */
export class DecodeError extends Error {
  override readonly name = "DecodeError";
}
