// @module-tag postgresql
import { createLog } from "@neonrelay/process/log";
import { createDatabase } from "@neonrelay/test-station/test-databases";
import { startTestPostgres, type TestPostgres } from "@neonrelay/test-station/test-postgres";
import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { KeptTables } from "../database/kept-tables.ts";
import { openDatabase } from "../database/open-database.ts";
import { migrationsFolder } from "../database/own-schema.ts";
import { createStation } from "../system/prepare-first-run.ts";
import { fillEveryTable } from "./test-awkward-rows.ts";

const log = createLog({ part: "test", level: "silent" });

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startTestPostgres();
});
afterAll(async () => {
  await postgres?.[Symbol.asyncDispose]();
});

test("tables changed in every way by a newer version are restored exactly", async () => {
  await using station = await openStation();
  const { client, tables } = station;
  await client.query("create table of_another_program (id int primary key)");
  await client.query("insert into of_another_program values (1)");
  await tables.keep("data-before", migrationsFolder);
  const before = await describe(client);
  for (const change of [
    "create table next_release (track uuid references tracks (id))",
    "create index of_next_release on plays (id)",
    "alter table comments drop column number",
    "alter table tracks add column mood text default 'calm'",
    "alter table chat_messages rename to messages",
    "delete from library_words",
    "insert into of_another_program values (2)",
    "insert into drizzle.__drizzle_migrations (hash, created_at) values ('next', 9999999999999)",
  ])
    await client.query(change);
  expect(await describe(client)).not.toEqual(before);

  await tables.restore("data-before", migrationsFolder);
  await tables.restore("data-before", migrationsFolder);

  expect(await describe(client)).toEqual(before);
  const { rows } = await client.query("select id from of_another_program");
  expect(rows).toEqual([{ id: 1 }, { id: 2 }]);
});

test("sequences continue after the last number before the change", async () => {
  await using station = await openStation();
  const { client, tables } = station;
  const add =
    "insert into queue_snapshots (change, changed_by, entries) values ('moved', 'mira', '[]') returning id";
  const numberOf = async () => String((await client.query<{ id: string }>(add)).rows[0]?.id);
  const last = await numberOf();
  // Removes the highest number, which the sequence has used.
  await client.query("delete from queue_snapshots where id = $1", [last]);
  await tables.keep("data-before", migrationsFolder);
  await changeTables(client);

  await tables.restore("data-before", migrationsFolder);

  expect(await numberOf()).toBe(String(BigInt(last) + 1n));
});

test("a new copy replaces the old one, and is removed without a trace", async () => {
  await using station = await openStation();
  const { client, tables } = station;
  await tables.keep("data-before", migrationsFolder);
  await client.query("update station_settings set station_name = 'Later'");
  await tables.keep("data-before", migrationsFolder);
  await changeTables(client);

  await tables.restore("data-before", migrationsFolder);
  await tables.remove("data-before");

  const { rows } = await client.query("select station_name from station_settings");
  expect(rows).toEqual([{ station_name: "Later" }]);
  await expect(tables.restore("data-before", migrationsFolder)).rejects.toThrow(
    /gone from the PostgreSQL server/,
  );
});

test("a failed restore leaves the tables as the other version had them", async () => {
  await using station = await openStation();
  const { client, tables } = station;
  await tables.keep("data-before", migrationsFolder);
  await changeTables(client);
  const changed = await describe(client);
  await client.query("alter table neonrelay_data_before.tracks drop column title");

  await expect(tables.restore("data-before", migrationsFolder)).rejects.toThrow(
    /can't be kept or put back \(.*title/,
  );

  expect(await describe(client)).toEqual(changed);
});

test("a user who may not create a schema gets the statement that allows it", async () => {
  await using station = await openStation();
  const { client, url } = station;
  await client.query("create role keeper login");
  const address = new URL(url);
  address.username = "keeper";
  const tables = new KeptTables(address.href);

  const trouble = await tables.findTrouble();
  const [, statement = ""] = trouble?.split("run: ") ?? [];
  await client.query(statement);

  expect(statement).toMatch(/^GRANT CREATE ON DATABASE "kept_\w+" TO "keeper";$/);
  expect(await tables.findTrouble()).toBeNull();
});

/** Does what a newer version would. */
async function changeTables(client: Client): Promise<void> {
  await client.query("alter table tracks add column mood text");
  await client.query(
    "insert into drizzle.__drizzle_migrations (hash, created_at) values ('next', 9999999999999)",
  );
}

/** A station's database with rows in every table. */
async function openStation() {
  const url = await createDatabase(postgres.url, `kept_${randomUUID().replaceAll("-", "")}`);
  const database = await openDatabase({
    databaseUrl: url,
    dataDir: tmpdir(),
    beforeMigration: null,
    log,
  });
  await database.transaction(async (transaction) => {
    await createStation(transaction, { accessCodeHash: "-" });
    await fillEveryTable(transaction);
  });
  await database.close();
  const client = new Client({ connectionString: url });
  await client.connect();
  return {
    url,
    client,
    tables: new KeptTables(url),
    [Symbol.asyncDispose]: () => client.end(),
  };
}

/** Columns, constraints, indexes, triggers and rows of the station's tables. */
async function describe(client: Client): Promise<Readonly<Record<string, unknown>>> {
  const list = async (query: string) => (await client.query(query)).rows;
  const found: Record<string, unknown> = {
    columns: await list(
      `select table_name, column_name, ordinal_position, data_type, is_nullable, column_default, is_identity, generation_expression
        from information_schema.columns where table_schema = 'public' and table_name <> 'of_another_program' order by 1, 3`,
    ),
    constraints: await list(
      "select conrelid::regclass::text, conname, pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace order by 1, 2",
    ),
    indexes: await list("select indexdef from pg_indexes where schemaname = 'public' order by 1"),
    sequences: await list(
      "select sequencename, last_value from pg_sequences where schemaname = 'public' order by 1",
    ),
    triggers: await list(
      "select tgrelid::regclass::text, tgname, tgenabled, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal order by 1, 2",
    ),
    migrations: await list(
      "select hash, created_at from drizzle.__drizzle_migrations order by created_at",
    ),
  };
  const { rows: tables } = await client.query<{ name: string }>(
    "select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and tablename <> 'of_another_program'",
  );
  for (const { name } of tables)
    found[name] = await list(`select t::text as row from public.${name} t order by 1`);
  return found;
}
