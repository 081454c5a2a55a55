import type { Logger } from "@neonrelay/process/log";
import type { Pool } from "pg";

/** As a PostgreSQL server has it. */
const CHECKPOINT_EVERY_MS = 300_000;
/** It writes the buffers, 16 MiB at most, which takes a while on a slow disk. */
export const CHECKPOINT_LIMIT_MS = 60_000;

/**
 * Shortens the log of the embedded database from time to time: it has no process that does so, and its log would grow
 * until the disk is full.
 * @param run gives the statement the time it may take
 */
export function startCheckpoints(
  pool: Pick<Pool, "query">,
  {
    log,
    run,
  }: {
    readonly log: Logger;
    readonly run: (checkpoint: () => Promise<unknown>) => Promise<unknown>;
  },
): Disposable {
  const timer = setInterval(() => {
    run(() => pool.query("checkpoint")).catch((error: unknown) =>
      log.warn({ error }, "checkpoint of the embedded database failed"),
    );
  }, CHECKPOINT_EVERY_MS);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
