// @module-tag postgresql
import { createLog } from "@neonrelay/process/log";
import { createDatabase } from "@neonrelay/test-station/test-databases";
import { startTestPostgres } from "@neonrelay/test-station/test-postgres";
import { sql } from "drizzle-orm";
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Client } from "pg";
import { expect, test } from "vitest";
import * as z from "zod";
import { insertAccount } from "../accounts/account-store.ts";
import type { Database } from "../database/database.ts";
import { openDatabase } from "../database/open-database.ts";
import { createStation } from "../system/prepare-first-run.ts";
import { writeBackup } from "./backup.ts";
import { listBackedUpTables } from "./backup-store.ts";
import { readBackup } from "./read-backup.ts";
import { fillEveryTable, ROWS } from "./test-awkward-rows.ts";

const log = createLog({ part: "test", level: "silent" });
const rowsSchema = z.array(z.object({ row: z.string() }));
/** What a restore changes on purpose: see forgetAiredEntries. */
const renewed: Readonly<Record<string, string>> = { queue_items: "id", requests: "entry_id" };
const emptied = "queue_snapshots";

test("a backup moves every row of every table unchanged from the embedded database to PostgreSQL and back", async () => {
  await using postgres = await startTestPostgres();
  await using places = new AsyncDisposableStack();
  const open = async (databaseUrl: string | null) => {
    const dataDir = await mkdtemp(path.join(tmpdir(), "neonrelay-kinds-"));
    places.defer(() => rm(dataDir, { recursive: true }));
    const database = await openDatabase({ databaseUrl, dataDir, beforeMigration: null, log });
    places.defer(() => database.close());
    return { database, dataDir, musicDirs: [] };
  };
  const first = await open(null);
  await first.database.transaction(async (transaction) => {
    await createStation(transaction, { accessCodeHash: "-" });
    await fillEveryTable(transaction);
  });
  await insertAccount(first.database.connection, {
    id: randomUUID(),
    username: "mira",
    email: "mira@radio.example",
    role: "super_admin",
    passwordHash: null,
  });
  const url = await createDatabase(postgres.url, "other_kind");
  const client = new Client({ connectionString: url });
  await client.connect();
  // Times must not depend on the server's zone.
  await client.query("alter database other_kind set timezone to 'Asia/Kathmandu'");
  await client.end();
  const second = await open(url);
  const before = await rowsOf(first.database);

  for (const [from, to] of [
    [first, second],
    [second, first],
  ] as const) {
    const file = path.join(from.dataDir, "station.backup.gz");
    const createdAt = new Date();
    await writeBackup(from, { file, createdAt, keepFreeBytes: 0 });
    await readBackup(to, file);
  }

  expect(await rowsOf(second.database)).toEqual(before);
  expect(await rowsOf(first.database)).toEqual(before);
  const sparse = Object.entries(before).filter(([, rows]) => rows.length < ROWS);
  expect(sparse.map(([table]) => table).toSorted()).toEqual(["radio_state", "station_settings"]);
});

/** Each table's rows as sorted JSON. */
async function rowsOf(database: Database): Promise<Readonly<Record<string, readonly string[]>>> {
  return await database.transaction(async (transaction) => {
    await transaction.execute(sql`set local time zone 'UTC'`);
    const all: Record<string, readonly string[]> = {};
    for (const table of await listBackedUpTables(transaction)) {
      if (table === emptied) continue;
      const { rows } = await transaction.execute(sql`
        select (to_jsonb(t) - ${renewed[table] ?? ""}::text)::text as row from ${sql.identifier(table)} t`);
      all[table] = rowsSchema
        .parse(rows)
        .map(({ row }) => row)
        .toSorted();
    }
    return all;
  });
}
