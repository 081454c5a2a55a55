import type { Logger } from "@neonrelay/process/log";
import {
  DatabaseError,
  Pool,
  type ClientBase,
  type PoolClient,
  type PoolConfig,
  type QueryConfig,
  type QueryResult,
} from "pg";

/** Connections to the database, each prepared before it is used. */
export function createPool(log: Logger, config: PoolConfig): Pool {
  // The pool waits for the promise; its types only forget to say so.
  const options: Omit<PoolConfig, "onConnect"> & {
    readonly onConnect: (client: ClientBase) => Promise<void>;
  } = { ...config, onConnect: (client) => prepareClient(client, log) };
  const pool = new Pool(options);
  pool.on("error", (error) => log.warn({ error }, "database connection was lost while idle"));
  return Object.assign(pool, {
    query: async (query: string | QueryConfig, values?: unknown[]) =>
      await queryOn(await pool.connect(), query, values),
  });
}

/**
 * The pool's own query also ends the connection of a statement that was only refused, and to open the embedded database
 * once more takes a second, in which all other calls wait.
 */
async function queryOn(
  client: PoolClient,
  query: string | QueryConfig,
  values?: unknown[],
): Promise<QueryResult> {
  let failure: Error | undefined;
  try {
    return await client.query(query, values);
  } catch (error) {
    const isRefusal = error instanceof DatabaseError && error.severity === "ERROR";
    if (!isRefusal) failure = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    client.release(failure);
  }
}

async function prepareClient(client: ClientBase, log: Logger): Promise<void> {
  // While a transaction has the client nothing else listens, and an 'error' without a listener ends the process.
  client.on("error", (error) => log.warn({ error }, "database connection lost"));
  // How alike a misspelled word must be to count as found, see track-search.
  await client.query("SET pg_trgm.similarity_threshold = 0.4");
  // Any fifty tracks are always the same fifty.
  await client.query("SET synchronize_seqscans = off");
}
