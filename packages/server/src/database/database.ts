import { StartUpError } from "@neonrelay/process/part";
import { LockHeldError, takeLock } from "@neonrelay/process/data-lock";
import type { Logger } from "@neonrelay/process/log";
import { sql } from "drizzle-orm";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import { setTimeout as delay } from "node:timers/promises";
import path from "node:path";
import { Pool, type ClientBase, type PoolConfig } from "pg";
import { isDatabaseAway } from "./database-failures.ts";
import { findLetterTrouble } from "./database-letters.ts";
import { EmbeddedDatabase, QUERY_LIMIT_MS } from "./embedded-database.ts";
import { hideValuesOf } from "./query-failure.ts";
import { migrationsFolder } from "./schema-version.ts";

/** What statements run on: the pool, or one transaction. Only files in database/ look inside. */
export type Connection = Pick<
  NodePgDatabase,
  "select" | "selectDistinct" | "insert" | "update" | "delete" | "execute" | "$count"
>;

/** The station's database. Inside a transaction use the connection it gives, never the outer one. */
export interface Database {
  readonly engine: "embedded" | "server";
  readonly connection: Connection;
  transaction<Outcome>(work: (connection: Connection) => Promise<Outcome>): Promise<Outcome>;
  /** For statements people wrote: in a transaction that reads only, and of which nothing is left. */
  look<Outcome>(work: (client: Pick<ClientBase, "query">) => Promise<Outcome>): Promise<Outcome>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** null: the embedded database in dataDir. */
  readonly databaseUrl: string | null;
  readonly dataDir: string;
  readonly log: Logger;
  /** Called with each statement of a migration: a start that takes long shows that it goes on. */
  readonly onMigrating?: () => void;
}

const LOCK_WAIT_MS = 5000;
const LOCK_RETRY_MS = 100;
/** Any number, the same in every node: whoever holds it migrates. */
const MIGRATION_LOCK = 7_206_411;
/**
 * Longest one statement of a migration may take, the wait for another node that migrates included: rewriting a large
 * library takes longer than anything may that people wait for.
 */
const MIGRATION_LIMIT_MS = 50_000;
const POOL_SIZE = 10;

/**
 * Opens the database and brings its tables up to date.
 * @throws StartUpError when the embedded one is in use by another process, or the server can't be reached
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  return options.databaseUrl === null
    ? await openEmbedded(options)
    : await openServer(options.databaseUrl, options);
}

async function openEmbedded({ dataDir, log, onMigrating }: DatabaseOptions): Promise<Database> {
  const lock = await waitForLock(dataDir);
  try {
    let queryLimitMs = MIGRATION_LIMIT_MS;
    const embedded = new EmbeddedDatabase({
      folder: path.join(dataDir, "database"),
      queryLimitMs: () => queryLimitMs,
    });
    const pool = createPool(log, {
      max: 1,
      idleTimeoutMillis: 0,
      connectionTimeoutMillis: 70_000,
      stream: () => embedded.connect(),
      user: "postgres",
      database: "postgres",
    });
    await bringUpToDate(pool, onMigrating);
    queryLimitMs = QUERY_LIMIT_MS;
    return {
      ...databaseOn(pool, "embedded"),
      close: async () => {
        await pool.end();
        await embedded.close();
        lock[Symbol.dispose]();
      },
    };
  } catch (cause) {
    lock[Symbol.dispose]();
    throw new StartUpError(
      `The embedded database in ${dataDir} can't be opened (${reasonOf(cause)}); restore a backup or move the folder 'database' away`,
      { cause },
    );
  }
}

async function openServer(
  databaseUrl: string,
  { log, onMigrating }: Pick<DatabaseOptions, "log" | "onMigrating">,
): Promise<Database> {
  const open = (max: number, limitMs: number): Pool =>
    createPool(log, {
      max,
      connectionString: databaseUrl,
      connectionTimeoutMillis: 5000,
      statement_timeout: limitMs,
      query_timeout: limitMs + 1000,
      application_name: "neonrelay",
    });
  const migrating = open(1, MIGRATION_LIMIT_MS);
  try {
    await bringUpToDate(migrating, onMigrating);
    const trouble = await findLetterTrouble(databaseOn(migrating, "server").connection);
    if (trouble !== null) log.warn({ server: hostOf(databaseUrl) }, trouble);
  } catch (cause) {
    throw new StartUpError(
      `The database at ${hostOf(databaseUrl)} can't be used (${reasonOf(cause)}); check DATABASE_URL and that PostgreSQL runs`,
      { cause },
    );
  } finally {
    await migrating.end();
  }
  const pool = open(POOL_SIZE, QUERY_LIMIT_MS);
  return { ...databaseOn(pool, "server"), close: () => pool.end() };
}

function createPool(log: Logger, config: PoolConfig): Pool {
  // The pool waits for the promise; its types only forget to say so.
  const options: Omit<PoolConfig, "onConnect"> & {
    readonly onConnect: (client: ClientBase) => Promise<void>;
  } = { ...config, onConnect: (client) => prepareClient(client, log) };
  const pool = new Pool(options);
  pool.on("error", (error) => log.warn({ error }, "database connection was lost while idle"));
  return pool;
}

async function prepareClient(client: ClientBase, log: Logger): Promise<void> {
  // While a transaction has the client nobody else listens, and an 'error' without a listener ends the process.
  client.on("error", (error) => log.warn({ error }, "database connection lost"));
  // How alike a misspelled word must be to count as found, see track-search.
  await client.query("SET pg_trgm.similarity_threshold = 0.4");
  // Any fifty tracks are always the same fifty.
  await client.query("SET synchronize_seqscans = off");
}

async function bringUpToDate(
  pool: Pool,
  onMigrating: DatabaseOptions["onMigrating"],
): Promise<void> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    const connection = drizzle({ client, logger: { logQuery: () => onMigrating?.() } });
    hideValuesOf(connection);
    await connection.execute(sql`select pg_advisory_lock(${MIGRATION_LOCK})`);
    await migrate(connection, { migrationsFolder });
    await connection.execute(sql`select pg_advisory_unlock(${MIGRATION_LOCK})`);
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    throw failure;
  } finally {
    client.release(failure);
  }
}

function databaseOn(pool: Pool, engine: Database["engine"]): Omit<Database, "close"> {
  const connection = drizzle({ client: pool });
  hideValuesOf(connection);
  return {
    engine,
    connection,
    transaction: (work) => runTransaction(pool, work),
    look: (work) => runLook(pool, work),
  };
}

async function runLook<Outcome>(
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
    // A lock of the session outlives its transaction.
    lost ??= await client.query("rollback; select pg_advisory_unlock_all()").then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
    );
    client.release(lost);
  }
}

/** Drizzle's own transaction on a pool keeps the client for ever when `begin` fails. */
async function runTransaction<Outcome>(
  pool: Pool,
  work: (connection: Connection) => Promise<Outcome>,
): Promise<Outcome> {
  const client = await pool.connect();
  let lost: Error | undefined;
  try {
    const connection = drizzle({ client });
    hideValuesOf(connection);
    return await connection.transaction(async (transaction) => {
      hideValuesOf(transaction);
      return await work(transaction);
    });
  } catch (error) {
    // Nobody knows what its connection still has to say.
    if (error instanceof Error && isDatabaseAway(error)) lost = error;
    throw error;
  } finally {
    client.release(lost);
  }
}

async function waitForLock(dataDir: string): Promise<Disposable> {
  const deadlineMs = performance.now() + LOCK_WAIT_MS;
  for (;;) {
    try {
      return takeLock({ folder: dataDir, name: "database.lock" });
    } catch (error) {
      if (!(error instanceof LockHeldError)) throw error;
      if (performance.now() > deadlineMs)
        throw new StartUpError(
          `The database in ${dataDir} is in use by another process; stop the other station first`,
          { cause: error },
        );
    }
    await delay(LOCK_RETRY_MS);
  }
}

function hostOf(databaseUrl: string): string {
  try {
    const url = new URL(databaseUrl);
    return `${url.hostname}:${url.port === "" ? "5432" : url.port}`;
  } catch {
    return "the address in DATABASE_URL";
  }
}

/** What went wrong, in the words of the driver. */
export function reasonOf(cause: unknown): string {
  if (cause instanceof AggregateError) return cause.errors.map(reasonOf).join(", ");
  if (!(cause instanceof Error)) return String(cause);
  return cause.cause === undefined ? cause.message : reasonOf(cause.cause);
}

/** @throws when the database does not answer */
export async function pingDatabase({ connection }: Database): Promise<void> {
  await connection.execute(sql`select 1`);
}
