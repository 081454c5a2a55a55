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
  /** What is taken from the pool from here on only reads, or writes again. */
  readonly holdWrites: (isHeld: boolean) => void;
}

/** Of a pool of ten connections the others are for everything else; on a shared one few are sent ahead of it. */
const visitorReadLimits = { atOnce: 4, waiting: 300, waitMs: 5000 };
const READS = /^[\s(]*select\b/i;

/**
 * Connections to the database, each prepared before it is used. With `pipeline` statements that only read share one.
 * @param fence null: no other node may have taken over the station's work
 */
export function createPool(
  log: Logger,
  config: PoolConfig,
  fence: Fence | null = null,
): StationPool {
  // The pool waits for the promise; its types only forget to say so.
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
  pool.on("error", (error) => log.warn({ error }, "database connection was lost while idle"));
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
    if (!isRefusal(error)) failure = toError(error);
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
