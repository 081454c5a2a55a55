import type { Logger } from "@neonrelay/process/log";
import {
  Pool,
  type ClientBase,
  type PoolClient,
  type PoolConfig,
  type QueryConfig,
  type QueryResult,
} from "pg";
import type { Fence } from "./node-lease.ts";
import { isRefusal, SharedReads, toError } from "./shared-reads.ts";
import { isVisitorRead, VisitorReads } from "./visitor-reads.ts";

export interface StationPool extends Pool {
  /** While held, connections taken from the pool are read-only. */
  readonly holdWrites: (isHeld: boolean) => void;
}

/** Own pool of ten: the rest is left for everything else. Shared connection: few reads are sent ahead of it. */
const visitorReadLimits = { atOnce: 4, waiting: 300, waitMs: 5000 };
const READS = /^[\s(]*select\b/i;

/**
 * Database connections, each prepared before its first use. With `pipeline`, read-only statements share one.
 * @param fence null: no other node can have taken over the station's work
 */
export function createPool(
  log: Logger,
  config: PoolConfig,
  fence: Fence | null = null,
): StationPool {
  // The pool awaits the promise; its types just don't say so.
  const options: Omit<PoolConfig, "onConnect"> & {
    readonly onConnect: (client: ClientBase) => Promise<void>;
  } = {
    ...config,
    onConnect: async (client) => {
      await prepareClient(client, log);
      await fence?.checkConnection(client);
    },
  };
  const pool = new Pool(options);
  pool.on("error", (error) => log.warn({ error }, "database connection lost while idle"));
  const take = pool.connect.bind(pool);
  let areWritesHeld = false;
  const readOnly = new WeakSet<PoolClient>();
  const prepared = async (): Promise<PoolClient> => {
    fence?.requireHeld();
    const client = await take();
    if (readOnly.has(client) === areWritesHeld) return client;
    const setting = areWritesHeld ? "on" : "off";
    readOnly[areWritesHeld ? "add" : "delete"](client);
    try {
      await client.query(`SET default_transaction_read_only = ${setting}`);
      return client;
    } catch (error) {
      client.release(true);
      throw error;
    }
  };
  const reads = config.pipeline === true ? new SharedReads(prepared) : null;
  const visitorReads = new VisitorReads(visitorReadLimits);
  const connect = async (): Promise<PoolClient> => {
    reads?.makeRoom();
    return await prepared();
  };
  const send = async (query: string | QueryConfig, values?: unknown[]): Promise<QueryResult> => {
    const text = typeof query === "string" ? query : query.text;
    if (reads !== null && READS.test(text)) return await reads.query(query, values);
    return await queryOn(await connect(), query, values);
  };
  return Object.assign(pool, {
    connect,
    query: async (query: string | QueryConfig, values?: unknown[]) =>
      isVisitorRead()
        ? await visitorReads.run(() => send(query, values))
        : await send(query, values),
    holdWrites: (isHeld: boolean) => {
      areWritesHeld = isHeld;
    },
  });
}

/**
 * pool.query() also closes the connection after a statement that was merely refused, and reopening the embedded
 * database takes a second in which all other calls wait.
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
    if (!isRefusal(error)) failure = toError(error);
    throw error;
  } finally {
    client.release(failure);
  }
}

async function prepareClient(client: ClientBase, log: Logger): Promise<void> {
  // During a transaction nobody else listens, and an unhandled 'error' event would end the process.
  client.on("error", (error) => log.warn({ error }, "database connection lost"));
  // Similarity at which a misspelled word still counts as found; see track-search.
  await client.query("SET pg_trgm.similarity_threshold = 0.4");
  // Makes LIMIT 50 without an order return the same rows each time.
  await client.query("SET synchronize_seqscans = off");
}
