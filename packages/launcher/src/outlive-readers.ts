/**
 * Ends nothing when the reader of the output has gone, as behind `| head` or when a log program is restarted: a command
 * goes on to its end, and a station stays on air.
 */
export function outliveReaders(): void {
  for (const output of [process.stdout, process.stderr]) output.on("error", () => {});
}
