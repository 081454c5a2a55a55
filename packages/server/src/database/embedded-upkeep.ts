import type { Logger } from "@neonrelay/process/log";
import type { Pool } from "pg";
import * as z from "zod";

/** PostgreSQL's default. */
const CHECKPOINT_EVERY_MS = 300_000;
/** Counted in checkpoints: all tables are vacuumed once start-up is over, then once a day. */
const FIRST_VACUUM = 2;
const VACUUM_EVERY = 288;
/** A checkpoint writes up to 16 MiB of buffers, slow on a slow disk; a vacuum reads what has changed. */
export const UPKEEP_LIMIT_MS = 60_000;

/**
 * The station's tables and those that PostgreSQL changes at each `analyze`. A table is due at once when a fifth of its
 * rows are dead, as for autovacuum. Dead rows from before the start are not counted.
 */
const TABLES = `
  select quote_ident(schemaname) || '.' || quote_ident(stat.relname) as name,
    n_dead_tup > 1000 + greatest(reltuples, 0) / 5 as "isDue"
  from pg_stat_all_tables stat join pg_class on pg_class.oid = relid
  where schemaname = 'public' or (schemaname = 'pg_catalog' and stat.relname in ('pg_statistic', 'pg_class', 'pg_attribute'))
  order by name`;
const tablesSchema = z.array(z.object({ name: z.string(), isDue: z.boolean() }));

/**
 * What a PostgreSQL server does in the background, and the embedded database has no process for: shortening the log,
 * which would otherwise fill the disk, and vacuuming the tables, so that new rows reuse the room of deleted ones and
 * the planner knows the row counts.
 * @param run gives the statement that much time
 */
export function startUpkeep(
  pool: Pick<Pool, "query">,
  {
    log,
    run,
  }: {
    readonly log: Logger;
    readonly run: <Outcome>(statement: () => Promise<Outcome>) => Promise<Outcome>;
  },
): Disposable {
  let isClosed = false;
  let isWorking = false;
  let checkpoints = 0;
  const work = async (): Promise<void> => {
    checkpoints += 1;
    const isForAll = checkpoints % VACUUM_EVERY === FIRST_VACUUM;
    await run(() => pool.query("checkpoint"));
    if (isClosed) return;
    const { rows } = await pool.query(TABLES);
    const due = tablesSchema.parse(rows).filter(({ isDue }) => isForAll || isDue);
    // Separate statements, so that other calls get their turn in between.
    for (const statement of due.flatMap(({ name }) => [`vacuum ${name}`, `analyze ${name}`]))
      if (!isClosed) await run(() => pool.query(statement));
  };
  const timer = setInterval(() => {
    if (isWorking) return;
    isWorking = true;
    work()
      .catch((error: unknown) => {
        if (!isClosed) log.warn({ error }, "upkeep of the embedded database failed");
      })
      .finally(() => (isWorking = false));
  }, CHECKPOINT_EVERY_MS);
  return {
    [Symbol.dispose]: () => {
      isClosed = true;
      clearInterval(timer);
    },
  };
}
