/** A file that is no backup, or none of this station's; the message is a sentence for people. */
export class UnreadableBackupError extends Error {
  override readonly name = "UnreadableBackupError";
}
