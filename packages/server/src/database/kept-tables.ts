import { StartUpError } from "@neonrelay/process/part";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { Client, escapeIdentifier as quote } from "pg";
import * as z from "zod";
import type { ChangeNote } from "./change-note.ts";
import { reasonOf } from "./database-failures.ts";
import { cantBeUsed, hostOf } from "./open-database.ts";

const CONNECT_LIMIT_MS = 5000;
/** Time limit for one statement, in ms: a copy of a large table, or of one of its indexes. */
const STATEMENT_LIMIT_MS = 240_000;
/** How long another program may hold one of our tables, in ms. */
const LOCK_LIMIT_MS = 30_000;
/** Lies beside the copies, under a name that no table of the station has. */
const OTHER_TABLES = "__other_tables";
const SEQUENCES = "__sequences";
const MIGRATIONS = "__migrations";

type KeptName = NonNullable<ChangeNote["data"]>;

const namesSchema = z.array(z.object({ name: z.string() }));
const newestSchema = z.array(z.object({ newest: z.coerce.number().nullable() })).length(1);
const rightSchema = z
  .array(z.object({ has_right: z.boolean(), database: z.string(), user: z.string() }))
  .length(1);
const statementsSchema = z.array(z.object({ removal: z.string(), making: z.string() }));
const sequencesSchema = z.array(z.object({ name: z.string(), last: z.coerce.string() }));

/**
 * The copy of the station's tables that `station upgrade` keeps on a PostgreSQL server: their rows, in a schema beside
 * them. The station's server must be stopped. A call that fails changes nothing. Each call uses a connection of its
 * own.
 */
export class KeptTables {
  readonly #databaseUrl: string;

  constructor(databaseUrl: string) {
    this.#databaseUrl = databaseUrl;
  }

  /** Why nothing can be kept there, as a sentence; null: it can. */
  async findTrouble(): Promise<string | null> {
    return await this.#transaction(async (client) => {
      const { rows } = await client.query(
        "select has_database_privilege(current_database(), 'CREATE') as has_right, current_database() as database, current_user as user",
      );
      const [found] = rightSchema.parse(rows);
      if (found === undefined || found.has_right) return null;
      return `The tables can't be kept for a rollback: the user ${found.user} may not create a schema on the PostgreSQL server. As the database's owner, run: GRANT CREATE ON DATABASE ${quote(found.database)} TO ${quote(found.user)};`;
    });
  }

  /**
   * Copies the rows, replacing an earlier copy of that name.
   * @param migrations the folder of the version that wrote them; other tables are left alone
   */
  async keep(name: KeptName, migrations: string): Promise<void> {
    const own = new Set(namesMadeBy(migrations, madeTables));
    await this.#transaction(async (client) => {
      const schema = schemaOf(name);
      await client.query(`drop schema if exists ${schema} cascade`);
      await client.query(`create schema ${schema}`);
      const tables = await listTables(client, "public");
      for (const table of tables.filter((there) => own.has(there))) {
        const columns = await listColumns(client, table);
        await client.query(
          `create table ${schema}.${quote(table)} as select ${columns} from public.${quote(table)}`,
        );
      }
      await client.query(`create table ${schema}.${OTHER_TABLES} (name text)`);
      await client.query(`insert into ${schema}.${OTHER_TABLES} select unnest($1::text[])`, [
        tables.filter((there) => !own.has(there)),
      ]);
      await client.query(
        `create table ${schema}.${SEQUENCES} as select sequencename::text as name, last_value as last from pg_sequences where schemaname = 'public' and last_value is not null`,
      );
      await client.query(
        `create table ${schema}.${MIGRATIONS} as select hash, created_at from drizzle.__drizzle_migrations`,
      );
    });
  }

  /**
   * Restores the tables and rows of that copy, which stays.
   * @param migrations the folder of a version that knows them
   * @throws StartUpError when the copy is gone or newer than that version
   */
  async restore(name: KeptName, migrations: string): Promise<void> {
    await this.#transaction(async (client) => {
      const schema = schemaOf(name);
      if (!(await listTables(client, schema)).includes(MIGRATIONS))
        throw new StartUpError(
          `The tables from before the change of version are gone from the PostgreSQL server (schema ${schema}): restore the backup in DATA_DIR/backups`,
        );
      const wanted = await newestOf(client, `${schema}.${MIGRATIONS}`);
      // Nothing is written while the change can be undone, so unchanged tables have unchanged rows.
      if ((await newestOf(client, "drizzle.__drizzle_migrations")) === wanted) return;
      await makeTables(client, { schema, migrations, newest: wanted ?? 0 });
      await fillTables(client, schema);
    });
  }

  async remove(name: KeptName): Promise<void> {
    await this.#transaction(async (client) => {
      await client.query(`drop schema if exists ${schemaOf(name)} cascade`);
    });
  }

  async #transaction<Outcome>(work: (client: Client) => Promise<Outcome>): Promise<Outcome> {
    const client = new Client({
      connectionString: this.#databaseUrl,
      connectionTimeoutMillis: CONNECT_LIMIT_MS,
      statement_timeout: STATEMENT_LIMIT_MS,
      query_timeout: STATEMENT_LIMIT_MS + 1000,
      lock_timeout: LOCK_LIMIT_MS,
      application_name: "neonrelay upgrade",
    });
    client.on("error", () => {}); // what matters of it is thrown by the query
    try {
      await client.connect().catch((cause: unknown) => {
        throw cantBeUsed(this.#databaseUrl, cause);
      });
      await client.query("begin isolation level repeatable read");
      const outcome = await work(client);
      await client.query("commit");
      return outcome;
    } catch (cause) {
      if (cause instanceof StartUpError) throw cause;
      throw new StartUpError(
        `The tables on the PostgreSQL server at ${hostOf(this.#databaseUrl)} can't be kept or put back (${reasonOf(cause)})`,
        { cause },
      );
    } finally {
      await client.end();
    }
  }
}

function schemaOf(name: KeptName): string {
  return `neonrelay_${name.replace("-", "_")}`;
}

const madeTables = /CREATE TABLE (?:IF NOT EXISTS )?"(\w+)"/g;
const madeFunctions = /CREATE FUNCTION "(\w+)"/g;

/** Names of every table, or function, that a version has ever created. */
function namesMadeBy(migrations: string, pattern: RegExp): readonly string[] {
  return readMigrationFiles({ migrationsFolder: migrations }).flatMap(({ sql }) =>
    sql.flatMap((statement) => [...statement.matchAll(pattern)].map(([, name = ""]) => name)),
  );
}

async function listTables(client: Client, schema: string): Promise<readonly string[]> {
  const { rows } = await client.query(
    "select tablename::text as name from pg_tables where schemaname = $1 order by tablename",
    [schema],
  );
  return namesSchema.parse(rows).map(({ name }) => name);
}

/** Stored columns, without generated ones. @returns them quoted for SQL */
async function listColumns(client: Client, table: string): Promise<string> {
  const { rows } = await client.query(
    `select attname::text as name from pg_attribute
      where attrelid = format('public.%I', $1::text)::regclass and attnum > 0 and not attisdropped and attgenerated = ''
      order by attnum`,
    [table],
  );
  return namesSchema
    .parse(rows)
    .map(({ name }) => quote(name))
    .join(", ");
}

async function newestOf(client: Client, table: string): Promise<number | null> {
  const { rows } = await client.query(`select max(created_at) as newest from ${table}`);
  return newestSchema.parse(rows)[0]?.newest ?? null;
}

/** Replaces the station's tables with empty ones. */
async function makeTables(
  client: Client,
  {
    schema,
    migrations,
    newest,
  }: { readonly schema: string; readonly migrations: string; readonly newest: number },
): Promise<void> {
  const files = readMigrationFiles({ migrationsFolder: migrations });
  if (!files.some(({ folderMillis }) => folderMillis === newest))
    throw new StartUpError(
      "The tables on the PostgreSQL server are of a version that this one does not know: start that version, or restore the backup in DATA_DIR/backups",
    );
  const { rows } = await client.query(`select name from ${schema}.${OTHER_TABLES}`);
  const others = new Set(namesSchema.parse(rows).map(({ name }) => name));
  const tables = (await listTables(client, "public")).filter((table) => !others.has(table));
  const list = tables.map((table) => `public.${quote(table)}`).join(", ");
  if (list !== "") await client.query(`drop table ${list} cascade`);
  for (const name of namesMadeBy(migrations, madeFunctions))
    await client.query(`drop function if exists public.${quote(name)} cascade`);
  for (const { sql, folderMillis } of files)
    if (folderMillis <= newest) for (const statement of sql) await client.query(statement);
  await client.query("truncate drizzle.__drizzle_migrations");
  await client.query(
    `insert into drizzle.__drizzle_migrations (hash, created_at) select hash, created_at from ${schema}.${MIGRATIONS} order by created_at`,
  );
}

/**
 * Indexes and references are created afterwards, which is quicker and makes the order irrelevant. Triggers stay off:
 * what they would add is among the rows.
 */
async function fillTables(client: Client, schema: string): Promise<void> {
  const tables = (await listTables(client, schema)).filter((table) => !table.startsWith("__"));
  const references = await listStatements(client, REFERENCES, tables);
  const indexes = await listStatements(client, INDEXES, tables);
  for (const { removal } of [...references, ...indexes]) await client.query(removal);
  for (const table of tables) {
    const columns = await listColumns(client, table);
    const place = `public.${quote(table)}`;
    await client.query(`truncate ${place}`);
    await client.query(`alter table ${place} disable trigger user`);
    await client.query(
      `insert into ${place} (${columns}) overriding system value select ${columns} from ${schema}.${quote(table)}`,
    );
    await client.query(`alter table ${place} enable trigger user`);
  }
  const { rows } = await client.query(`select name, last from ${schema}.${SEQUENCES}`);
  for (const { name, last } of sequencesSchema.parse(rows))
    await client.query("select setval(format('public.%I', $1::text)::regclass, $2)", [name, last]);
  for (const { making } of [...indexes, ...references]) await client.query(making);
  for (const table of tables) await client.query(`analyze public.${quote(table)}`);
}

const REFERENCES = `
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as removal,
    format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as making
  from pg_constraint
  where contype = 'f' and conrelid in (select format('public.%I', name)::regclass from unnest($1::text[]) as name)`;
/** Without those that belong to a constraint. */
const INDEXES = `
  select format('drop index %s', indexrelid::regclass) as removal, pg_get_indexdef(indexrelid) as making
  from pg_index
  where indrelid in (select format('public.%I', name)::regclass from unnest($1::text[]) as name)
    and not exists (select from pg_constraint where conindid = indexrelid and contype <> 'f')`;

async function listStatements(client: Client, query: string, tables: readonly string[]) {
  const { rows } = await client.query(query, [tables]);
  return statementsSchema.parse(rows);
}
