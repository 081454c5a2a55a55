import type { Logger } from "@neonrelay/process/log";
import { setTimeout as delay } from "node:timers/promises";
import { readChangeNote } from "../database/change-note.ts";
import type { Database } from "../database/database.ts";

const CHECK_INTERVAL_MS = 250;

/**
 * Holds all writes while `station upgrade` may still restore the earlier data, since writes confirmed in the meantime
 * would be lost. Reads go on.
 */
export function holdWritesDuringUpgrade({
  database,
  dataDir,
  onWritable,
  log,
}: {
  readonly database: Database;
  readonly dataDir: string;
  /** Called once writes are allowed: immediately when no upgrade is in progress. */
  readonly onWritable: () => void;
  readonly log: Logger;
}): { close(): Promise<void> } {
  const isUndoable = () => (readChangeNote(dataDir)?.data ?? null) !== null;
  const closing = new AbortController();
  const { signal } = closing;
  const hold = async () => {
    if (!isUndoable()) return onWritable();
    database.holdWrites(true);
    log.info("the upgrade can still be undone: no writes until it is done");
    while (isUndoable() && !signal.aborted)
      await delay(CHECK_INTERVAL_MS, undefined, { signal }).catch(() => {}); // closing
    if (signal.aborted) return undefined;
    database.holdWrites(false);
    log.info("the upgrade is done: the database takes writes");
    return onWritable();
  };
  const held = hold();
  return {
    close: async () => {
      closing.abort();
      await held;
    },
  };
}
