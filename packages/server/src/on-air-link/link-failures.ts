/** on-air is not reachable now, did not answer in time, or the link broke before it answered. */
export class LinkDownError extends Error {
  override readonly name = "LinkDownError";
}

/** on-air would not do it; the message is its reason. */
export class CommandRefusedError extends Error {
  override readonly name = "CommandRefusedError";
}
