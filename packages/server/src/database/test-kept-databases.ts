/** Databases that tests reuse one after the other, emptied each time. For tests. */
import { createLog } from "@neonrelay/process/log";
import { createDatabase, dropDatabase } from "@neonrelay/test-station/test-databases";
import { sql } from "drizzle-orm";
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { openDatabase } from "./open-database.ts";
import type { Connection, Database } from "./database.ts";
import { findTemplate } from "./test-template.ts";
import { copyTemplate } from "./test-template-copy.ts";

interface KeptDatabase {
  readonly databaseUrl: string | null;
  open(): Promise<Database>;
  remove(): Promise<void>;
  /** Its shape when it was created. */
  shape: string | null;
}

const log = createLog({ part: "test", level: "silent" });

/** Where they are. An embedded one stays in its folder until this process has exited, so someone else removes it. */
interface KeptPlace {
  /** null: embedded. */
  readonly serverUrl: string | null;
  readonly folder: string | undefined;
}

export class KeptDatabases {
  readonly #place: KeptPlace;
  readonly #free: KeptDatabase[] = [];

  constructor(place: KeptPlace) {
    this.#place = place;
  }

  /** Its tables exist and are empty. */
  async take(): Promise<{
    readonly database: Database;
    readonly databaseUrl: string | null;
    giveBack(): Promise<void>;
  }> {
    for (;;) {
      const kept = this.#free.pop() ?? (await this.#make());
      const database = await kept.open();
      const shape = await readShape(database.connection);
      const written = await findWrittenTables(database.connection);
      if (kept.shape === null && written !== null)
        throw new Error(`a migration has filled ${written}, which would be emptied here`);
      kept.shape ??= shape;
      if (kept.shape === shape) {
        if (written !== null)
          await database.longTransaction((connection) => emptyTables(connection, written));
        const giveBack = async () => {
          await database.close();
          this.#free.push(kept);
        };
        return { database, databaseUrl: kept.databaseUrl, giveBack };
      }
      // A test has changed more than rows.
      await database.close();
      await kept.remove();
    }
  }

  async #make(): Promise<KeptDatabase> {
    const { serverUrl, folder } = this.#place;
    if (serverUrl !== null) return await makeOnServer(serverUrl);
    if (folder === undefined) throw new Error("the project has no folder for embedded databases");
    return await makeEmbedded(folder);
  }
}

/** It stays open between uses. */
async function makeEmbedded(folder: string): Promise<KeptDatabase> {
  const dataDir = await mkdtemp(path.join(folder, "kept-"));
  await copyTemplate(await findTemplate(), dataDir);
  const database = await openDatabase({ databaseUrl: null, dataDir, beforeMigration: null, log });
  return {
    databaseUrl: null,
    shape: null,
    open: async () => await Promise.resolve(untilClosed(database)),
    remove: async () => {
      await database.close();
      await rm(dataDir, { recursive: true });
    },
  };
}

async function makeOnServer(serverUrl: string): Promise<KeptDatabase> {
  const name = `neonrelay_test_${randomUUID().replaceAll("-", "")}`;
  const databaseUrl = await createDatabase(serverUrl, name);
  return {
    databaseUrl,
    shape: null,
    open: () => openDatabase({ databaseUrl, dataDir: tmpdir(), beforeMigration: null, log }),
    remove: () => dropDatabase(serverUrl, name),
  };
}

/** Closing it only ends its use, and waits for running statements. */
function untilClosed(database: Database): Database {
  let isClosed = false;
  const requireOpen = (): void => {
    if (isClosed) throw new Error("the database is closed");
  };
  return {
    engine: database.engine,
    get connection() {
      requireOpen();
      return database.connection;
    },
    transaction: async (work) => {
      requireOpen();
      return await database.transaction(work);
    },
    longTransaction: async (work) => {
      requireOpen();
      return await database.longTransaction(work);
    },
    inspect: async (work) => {
      requireOpen();
      return await database.inspect(work);
    },
    holdWrites: (isHeld) => database.holdWrites(isHeld),
    close: async () => {
      isClosed = true;
      // There is one connection; this waits for its current user.
      await database.connection.execute(sql`select 1`);
    },
  };
}

/** Everything but rows: tables, rights, triggers, functions, and settings of this session or later ones. */
async function readShape(connection: Connection): Promise<string> {
  const { rows } = await connection.execute<{ shape: string }>(sql`
    select string_agg(line, e'\n' order by line) as shape from (
      select format('%s %s %s', nspname, nspowner, nspacl) as line from pg_namespace
        where nspname !~ '^pg_(toast_)?temp'
      union all
      select format('%s %s %s %s', relname, relkind, relowner, relacl) from pg_class
        where relnamespace = 'public'::regnamespace
      union all
      select format('%s.%s %s %s %s', relname, attname, atttypid, attnotnull, attacl)
        from pg_attribute join pg_class on pg_class.oid = attrelid
        where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0
      union all
      select format('%s %s', conrelid::regclass, pg_get_constraintdef(oid)) from pg_constraint
        where connamespace = 'public'::regnamespace
      union all
      select format('%s %s %s', tgrelid::regclass, tgname, tgenabled) from pg_trigger
        where not tgisinternal
      union all
      select format('%s %s', proname, md5(prosrc)) from pg_proc
        where pronamespace = 'public'::regnamespace
      union all
      select format('%s %s', name, setting) from pg_settings where source = 'session'
      union all
      select setconfig::text from pg_db_role_setting
        where setdatabase in (0, (select oid from pg_database where datname = current_database()))
      union all
      select format('%s %s', session_user, current_user)
    ) as lines`);
  return rows[0]?.shape ?? "";
}

async function findWrittenTables(connection: Connection): Promise<string | null> {
  const { rows } = await connection.execute<{ tables: string | null }>(sql`
    select string_agg(oid::regclass::text, ', ') as tables from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_relation_size(oid) > 0`);
  return rows[0]?.tables ?? null;
}

/** Not all tables: emptying one recreates its files and those of its indexes. */
async function emptyTables(connection: Connection, tables: string): Promise<void> {
  await connection.execute(sql.raw(`truncate ${tables} restart identity cascade`));
}
