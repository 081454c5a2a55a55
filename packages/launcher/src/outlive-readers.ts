/**
 * Keeps this process running when the reader of its output is gone, as behind `| head` or when a log program restarts: a
 * command runs to its end, and a station stays on air.
 */
export function outliveReaders(): void {
  for (const output of [process.stdout, process.stderr]) output.on("error", () => {});
}
