import { isDiskFull } from "@neonrelay/process/disk-full";
import { StartUpError } from "@neonrelay/process/part";
import { LockHeldError, takeLock } from "@neonrelay/process/data-lock";
import type { Logger } from "@neonrelay/process/log";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import { setTimeout as delay } from "node:timers/promises";
import { existsSync } from "node:fs";
import path from "node:path";
import type { Pool } from "pg";
import type { Connection, Database, OlderDatabase } from "./database.ts";
import { isDatabaseAway, isOverrun, reasonOf } from "./database-failures.ts";
import { hideValuesOf } from "./query-failure.ts";
import { findLetterTrouble, findMissingRights } from "./database-trouble.ts";
import { LongTransactions, inspectOn } from "./own-connections.ts";
import {
  EmbeddedDatabase,
  OPEN_LIMIT_MS,
  QUERY_LIMIT_MS,
  StatementLimit,
} from "./embedded-database.ts";
import { QueryCopies } from "./query-copies.ts";
import { findOpeningTrouble, isWithoutRoom } from "./opening-trouble.ts";
import { HOLDER_NAME, type Fence } from "./node-lease.ts";
import { migrationsFolder, ownSchemaVersion } from "./own-schema.ts";
import { findSchemaVersion } from "./schema-version.ts";
import { findStationData } from "./station-data-store.ts";
import { startUpkeep, UPKEEP_LIMIT_MS } from "./embedded-upkeep.ts";
import { createPool, type StationPool } from "./database-pool.ts";
import { startThreadHost } from "./thread-host.ts";
import { wordNewer } from "./data-file.ts";

interface DatabaseOptions {
  /** null: the embedded database in dataDir. */
  readonly databaseUrl: string | null;
  readonly dataDir: string;
  readonly log: Logger;
  /** Called repeatedly while the embedded database opens. */
  readonly onOpening?: () => void;
  /** Called for each statement of a migration, so that a long start shows progress. */
  readonly onMigrating?: () => void;
  /** Called with the data of an older release before anything changes; throws when they must stay as they are. */
  readonly beforeMigration: ((database: OlderDatabase) => Promise<void>) | null;
  /** Checked before each statement; without it no other node can have taken over. */
  readonly fence?: Fence | null;
  /** false: missing tables, or those of an older release, stay as they are and fail the opening. */
  readonly migrates?: boolean;
  /** Migrations of another release, for tests. */
  readonly migrations?: string;
}

/** A newer program has migrated the tables beyond what this one knows. */
class NewerDatabaseError extends Error {
  override readonly name = "NewerDatabaseError";
}

const LOCK_WAIT_MS = 5000;
const LOCK_RETRY_MS = 100;
/** Arbitrary number, the same on every node: the lock for migrations. */
const MIGRATION_LOCK = 7_206_411;
/**
 * Time limit for one statement of a migration or restore, including the wait for another node's migration. Higher than
 * for calls that people wait for: rewriting a large library takes long.
 */
const MIGRATION_LIMIT_MS = 50_000;
const POOL_SIZE = 10;
/** Longest that a call waits for the embedded database after the start: it reopens after an overrun. */
const CONNECT_LIMIT_MS = 70_000;
const OPENING_TOLD_EVERY_MS = 1000;

/**
 * Opens the database and migrates its tables.
 * @throws StartUpError when the embedded one is in use by another process, or the server can't be reached
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  return options.databaseUrl === null
    ? await openEmbedded(options)
    : await openServer(options.databaseUrl, options);
}

async function openEmbedded(options: DatabaseOptions): Promise<Database> {
  const { dataDir, log } = options;
  const lock = await waitForLock(dataDir);
  const limit = new StatementLimit(QUERY_LIMIT_MS);
  const folder = path.join(dataDir, "database");
  const embedded = new EmbeddedDatabase({
    start: (listener) => startThreadHost(folder, listener),
    queryLimitMs: () => limit.ms,
  });
  const pool = createPool(log, {
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: OPEN_LIMIT_MS + CONNECT_LIMIT_MS,
    pipeline: true,
    stream: () => embedded.connect(),
    user: "postgres",
    database: "postgres",
  });
  if (!existsSync(folder))
    log.info({ folder }, "creating the embedded database, which takes minutes on a slow machine");
  try {
    const looks = new QueryCopies({ folder, pool });
    await looks.removeOld();
    await openFirst(pool, options);
    await limit.raised(MIGRATION_LIMIT_MS, () =>
      bringUpToDate(options, { pool, engine: "embedded" }),
    );
    pool.options.connectionTimeoutMillis = CONNECT_LIMIT_MS;
    const upkeep = startUpkeep(pool, {
      log,
      run: (statement) => limit.raised(UPKEEP_LIMIT_MS, statement),
    });
    return {
      ...databaseOn(pool, "embedded"),
      longTransaction: (work) => limit.raised(MIGRATION_LIMIT_MS, () => runTransaction(pool, work)),
      inspect: (work) => looks.inspect(work),
      holdWrites: pool.holdWrites,
      close: async () => {
        upkeep[Symbol.dispose]();
        await looks.close();
        await pool.end();
        await embedded.close();
        lock[Symbol.dispose]();
      },
    };
  } catch (cause) {
    await pool.end();
    await embedded.close();
    lock[Symbol.dispose]();
    if (cause instanceof StartUpError) throw cause;
    if (cause instanceof NewerDatabaseError)
      throw new StartUpError(`The data in ${dataDir} ${cause.message}`, { cause });
    if (isDiskFull(cause) || (await isWithoutRoom(dataDir)))
      throw new StartUpError(
        `The embedded database in ${dataDir} can't be opened: the disk is full. Free some space and start again`,
        { cause },
      );
    if (isOverrun(cause))
      throw new StartUpError(
        `The embedded database in ${dataDir} can't be opened (${reasonOf(cause)}): the machine is too slow or too busy. Start again when it is less busy`,
        { cause },
      );
    const trouble = await findOpeningTrouble(folder).catch(() => null); // reported below
    throw new StartUpError(
      `The embedded database in ${dataDir} can't be opened: ${trouble ?? `${reasonOf(cause)}. Leave the folder 'database' as it is, and see the log before this message`}`,
      { cause },
    );
  }
}

async function openFirst(
  pool: Pool,
  { onOpening }: Pick<DatabaseOptions, "onOpening">,
): Promise<void> {
  onOpening?.();
  const telling = setInterval(() => onOpening?.(), OPENING_TOLD_EVERY_MS);
  try {
    (await pool.connect()).release();
  } finally {
    clearInterval(telling);
  }
}

async function openServer(databaseUrl: string, options: DatabaseOptions): Promise<Database> {
  const { log, fence = null } = options;
  const open = (max: number, limitMs: number): StationPool =>
    createPool(
      log,
      {
        max,
        connectionString: databaseUrl,
        connectionTimeoutMillis: 5000,
        statement_timeout: limitMs,
        query_timeout: limitMs + 1000,
        application_name: fence === null ? "neonrelay" : HOLDER_NAME,
        // The connection that migrates keeps its lock while a backup is written.
        idleTimeoutMillis: max === 1 ? 0 : 10_000,
      },
      fence,
    );
  const migrating = open(1, MIGRATION_LIMIT_MS);
  try {
    await bringUpToDate(options, { pool: migrating, engine: "server" });
    const trouble = await findLetterTrouble(databaseOn(migrating, "server").connection);
    if (trouble !== null) log.warn({ server: hostOf(databaseUrl) }, trouble);
  } catch (cause) {
    if (cause instanceof StartUpError) throw cause;
    if (cause instanceof NewerDatabaseError)
      throw new StartUpError(`The data on ${hostOf(databaseUrl)} ${cause.message}`, { cause });
    const { connection } = databaseOn(migrating, "server");
    const missing = await findMissingRights(connection, cause).catch(() => null); // reported below
    if (missing !== null)
      throw new StartUpError(`The database at ${hostOf(databaseUrl)} can't be used: ${missing}`, {
        cause,
      });
    throw cantBeUsed(databaseUrl, cause);
  } finally {
    await migrating.end();
  }
  const pool = open(POOL_SIZE, QUERY_LIMIT_MS);
  const long = new LongTransactions(() => open(1, MIGRATION_LIMIT_MS), runTransaction);
  return {
    ...databaseOn(pool, "server"),
    longTransaction: (work) => long.run(work),
    inspect: (work) => inspectOn(pool, work),
    holdWrites: (isHeld) => {
      long.holdWrites(isHeld);
      pool.holdWrites(isHeld);
    },
    close: async () => {
      await long.close();
      await pool.end();
    },
  };
}

/** @param cause why a server, or a database on it, can't be reached */
export function cantBeUsed(databaseUrl: string, cause: unknown): StartUpError {
  return new StartUpError(
    `The database at ${hostOf(databaseUrl)} can't be used (${reasonOf(cause)}); check DATABASE_URL and that PostgreSQL is running`,
    { cause },
  );
}

/** @param pool has one connection, which holds the lock */
async function bringUpToDate(
  { migrations = migrationsFolder, migrates = true, beforeMigration, onMigrating }: DatabaseOptions,
  { pool, engine }: { readonly pool: Pool; readonly engine: Database["engine"] },
): Promise<void> {
  const older = databaseOn(pool, engine);
  await older.connection.execute(sql`select pg_advisory_lock(${MIGRATION_LOCK})`);
  const found = await findSchemaVersion(older.connection);
  const wanted = ownSchemaVersion(migrations);
  if (found !== null && found > wanted) throw await describeNewer(older.connection);
  if (!migrates && found !== wanted)
    throw new StartUpError(
      found === null
        ? "The database has no tables yet: the first start creates them"
        : "The database is of an older version: the next start updates it, after a backup",
    );
  if (found !== null && found < wanted) await beforeMigration?.(older);
  await migrateOn(pool, { migrations, onMigrating });
  await older.connection.execute(sql`select pg_advisory_unlock(${MIGRATION_LOCK})`);
}

async function migrateOn(
  pool: Pool,
  {
    migrations,
    onMigrating,
  }: { readonly migrations: string; readonly onMigrating: DatabaseOptions["onMigrating"] },
): Promise<void> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    const connection = drizzle({ client, logger: { logQuery: () => onMigrating?.() } });
    hideValuesOf(connection);
    await migrate(connection, { migrationsFolder: migrations });
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    throw failure;
  } finally {
    client.release(failure);
  }
}

async function describeNewer(connection: Connection): Promise<NewerDatabaseError> {
  const newer = (await findStationData(connection))?.program ?? null;
  return new NewerDatabaseError(wordNewer(newer));
}

function databaseOn(pool: Pool, engine: Database["engine"]): OlderDatabase {
  const connection = drizzle({ client: pool });
  hideValuesOf(connection);
  return {
    engine,
    connection,
    transaction: (work) => runTransaction(pool, work),
  };
}

/** Drizzle's own transaction on a pool leaks the client when `begin` fails. */
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
    // Its connection may still have output pending.
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

export function hostOf(databaseUrl: string): string {
  try {
    const url = new URL(databaseUrl);
    return `${url.hostname}:${url.port === "" ? "5432" : url.port}`;
  } catch {
    return "the address in DATABASE_URL";
  }
}

/** @throws when the database does not answer */
export async function pingDatabase({ connection }: Database): Promise<void> {
  await connection.execute(sql`select 1`);
}
