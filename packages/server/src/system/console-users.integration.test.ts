// @module-tag postgresql
import { startTestPostgres, type TestPostgres } from "@neonrelay/test-station/test-postgres";
import { sql } from "drizzle-orm";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Client } from "pg";
import { expect, test } from "vitest";
import { prepareConsole } from "./console-store.ts";
import { reasonOf } from "../database/database-failures.ts";
import {
  engineInDataFolder,
  openDatabaseAt,
  type TestDatabase,
} from "../database/test-database.ts";
import { startTestServer } from "../api/test-server.ts";

test("the console needs a database user who may create roles; without one the station still runs, and the console says so", async () => {
  await using postgres = await startTestPostgres();
  await using plain = await startAs(() =>
    openAs(postgres, { user: "plain", right: "nocreaterole" }),
  );
  await using maker = await startAs(() => openAs(postgres, { user: "maker", right: "createrole" }));

  const refused = await plain.run("select 1");
  const rows = await maker.run("select count(*) from tracks");
  const secret = await maker.run("select password_hash from users");

  expect([refused.status, Object(refused.body).error]).toEqual([
    503,
    "The station's database user can't create the role 'neonrelay_console' (permission denied to create role); grant it CREATEROLE or that role, or use another SQL console",
  ]);
  expect([rows.status, Object(rows.body).rows]).toEqual([200, [["0"]]]);
  expect(Object(secret.body).error).toBe("permission denied for table users");
});

test("such a user suffices since PostgreSQL 16 too, where a role does not belong to its creator", async () => {
  await using maker = await openEmbeddedAsMaker();
  const { connection } = maker.database;
  const run = (statement: string) =>
    connection.execute(sql`select cells from public.neonrelay_console_rows(${statement}, 5, 500)`);

  await prepareConsole(maker.database);
  const { rows } = await run("select count(*) from tracks");
  const secret = run("select password_hash from users");

  expect(rows).toEqual([{ cells: ["0"] }]);
  await expect(secret.catch(reasonOf)).resolves.toBe("permission denied for table users");
});

/** A server on this database, and a function that runs statements in its console. */
async function startAs(open: () => Promise<TestDatabase>) {
  const server = await startTestServer({}, { engine: { name: "of that user", open } });
  const owner = await server.signIn("super_admin");
  return {
    run: (statement: string) => owner.call("POST", "/api/database/query", { body: { statement } }),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

/** Uses a separate database, as a user who is not a superuser. */
async function openAs(
  postgres: TestPostgres,
  { user, right }: { readonly user: string; readonly right: "createrole" | "nocreaterole" },
): Promise<TestDatabase> {
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(`create role ${user} login ${right}`);
  await client.query(`create database ${user} owner ${user}`);
  await client.end();
  const dataDir = await mkdtemp(path.join(tmpdir(), "neonrelay-database-"));
  const address = new URL(`/${user}`, postgres.url);
  address.username = user;
  return await openDatabaseAt({ databaseUrl: address.href, dataDir });
}

/** Turns its single session into a user who owns all tables and may create roles, and nothing more. */
async function openEmbeddedAsMaker(): Promise<TestDatabase> {
  const opened = await engineInDataFolder.open();
  const { connection } = opened.database;
  await connection.execute(sql`create role maker createrole`);
  await connection.execute(sql`alter schema public owner to maker`);
  await connection.execute(sql`do $$ declare name text; begin
    for name in select tablename from pg_tables where schemaname = 'public' loop
      execute format('alter table public.%I owner to maker', name);
    end loop; end $$`);
  await connection.execute(sql`set session authorization maker`);
  return opened;
}
