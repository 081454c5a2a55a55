/** on-air can't be reached, did not respond in time, or the link broke before it responded. */
export class LinkDownError extends Error {
  override readonly name = "LinkDownError";
}

/** on-air refused the command; the message is its reason. */
export class CommandRefusedError extends Error {
  override readonly name = "CommandRefusedError";
}
