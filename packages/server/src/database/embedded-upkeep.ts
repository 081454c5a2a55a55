import type { Logger } from "@neonrelay/process/log";
import type { Pool } from "pg";
import * as z from "zod";

/** As a PostgreSQL server has it. */
const CHECKPOINT_EVERY_MS = 300_000;
/** All tables are vacuumed when the start is over, and then once a day; in checkpoints. */
const FIRST_VACUUM = 2;
const VACUUM_EVERY = 288;
/** A checkpoint writes the buffers, 16 MiB at most, which takes a while on a slow disk; a vacuum reads what has changed. */
export const UPKEEP_LIMIT_MS = 60_000;

/**
 * Tables of the station, and those that PostgreSQL itself changes at each `analyze`. One with many dead rows is due at
 * once: a fifth of it, as for autovacuum. Dead rows of before the start are not counted.
 */
const TABLES = `
  select quote_ident(schemaname) || '.' || quote_ident(stat.relname) as name,
    n_dead_tup > 1000 + greatest(reltuples, 0) / 5 as "isDue"
  from pg_stat_all_tables stat join pg_class on pg_class.oid = relid
  where schemaname = 'public' or (schemaname = 'pg_catalog' and stat.relname in ('pg_statistic', 'pg_class', 'pg_attribute'))
  order by name`;
const tablesSchema = z.array(z.object({ name: z.string(), isDue: z.boolean() }));

/**
 * What a PostgreSQL server does by itself and the embedded database has no process for: shortens its log from time to
 * time, which would grow until the disk is full, and vacuums its tables, so that new rows get the room of deleted ones
 * and the planner knows how many there are.
 * @param run gives the statement the time it may take
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
    // One statement each, so that others get their turn between them.
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
