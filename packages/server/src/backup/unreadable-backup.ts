/** The file is not a backup, or not one for this station; the message is a sentence for people. */
export class UnreadableBackupError extends Error {
  override readonly name = "UnreadableBackupError";
}
