import { argv } from "node:process";
import { startThreadHost } from "./thread-host.ts";

/**
 * Process that owns a copy of the embedded database; `child-host` is the other end. Statements run on a thread, so this
 * event loop stays free and the process exits when the server process is gone.
 */
const folder = argv[2];
if (folder === undefined) throw new Error("embedded-child needs the folder of the database");

function say(message: "open" | Uint8Array): void {
  process.send?.(message);
}

process.once("disconnect", () => process.exit());
const host = await startThreadHost(folder, {
  opened: () => say("open"),
  answered: say,
  failed: (error) => {
    throw error;
  },
});
process.on("message", (batch: unknown) => {
  if (!(batch instanceof Uint8Array)) throw new TypeError("a batch is bytes");
  host.post(batch);
});
