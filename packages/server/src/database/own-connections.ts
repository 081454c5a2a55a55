import type { ClientBase, Pool } from "pg";
import { isDatabaseAway } from "./database-failures.ts";
import type { Connection } from "./database.ts";
import type { StationPool } from "./database-pool.ts";

/** Runs work on a connection of its own; see `Database.look`. */
export async function inspectOn<Outcome>(
  pool: Pool,
  work: (client: Pick<ClientBase, "query">) => Promise<Outcome>,
): Promise<Outcome> {
  const client = await pool.connect();
  let lost: Error | undefined;
  try {
    await client.query("begin read only");
    return await work(client);
  } catch (error) {
    if (error instanceof Error && isDatabaseAway(error)) lost = error;
    throw error;
  } finally {
    // A session lock outlives its transaction.
    lost ??= await client.query("rollback; select pg_advisory_unlock_all()").then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
    );
    client.release(lost);
  }
}

type Run = <Outcome>(
  pool: StationPool,
  work: (connection: Connection) => Promise<Outcome>,
) => Promise<Outcome>;

/** Transactions with slow statements on a database server, each on a connection of its own. */
export class LongTransactions {
  readonly #open: () => StationPool;
  readonly #run: Run;
  readonly #running = new Map<StationPool, Promise<unknown>>();
  #areWritesHeld = false;

  /** @param open makes a pool of one connection @param run runs a transaction on it */
  constructor(open: () => StationPool, run: Run) {
    this.#open = open;
    this.#run = run;
  }

  async run<Outcome>(work: (connection: Connection) => Promise<Outcome>): Promise<Outcome> {
    const pool = this.#open();
    pool.holdWrites(this.#areWritesHeld);
    const running = this.#run(pool, work);
    this.#running.set(pool, running);
    try {
      return await running;
    } finally {
      await pool.end();
      this.#running.delete(pool);
    }
  }

  holdWrites(isHeld: boolean): void {
    this.#areWritesHeld = isHeld;
    for (const pool of this.#running.keys()) pool.holdWrites(isHeld);
  }

  /** Resolves once the running ones are over. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#running.values());
  }
}
