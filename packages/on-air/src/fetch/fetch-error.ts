/** An external server can't be used. The message is a sentence for users, without addresses or a full stop. */
export class FetchError extends Error {
  override readonly name = "FetchError";
}
