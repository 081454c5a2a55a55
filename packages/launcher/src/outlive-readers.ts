/**
 * Keeps this process running after the reader of its output is gone, as with `| head` or a restarted log program:
 * commands finish, and the station stays on air.
 */
export function outliveReaders(): void {
  for (const output of [process.stdout, process.stderr]) output.on("error", () => {});
}
