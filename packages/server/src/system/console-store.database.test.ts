import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { prepareConsole } from "./console-store.ts";
import { reasonOf } from "../database/database-failures.ts";
import type { Database } from "../database/database.ts";
import { openTestDatabase, type TestDatabase } from "../database/test-database.ts";

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
  await prepareConsole(opened.database);
});
afterAll(() => opened[Symbol.asyncDispose]());

test.each([
  ["select password_hash from users", "permission denied for table users"],
  ["select * from sessions", "permission denied for table sessions"],
  ["select access_code_hash from station_settings", "permission denied for table station_settings"],
  ["select channel_key from irc_channels", "permission denied for table irc_channels"],
  ["select secret from node_lease", "permission denied for table node_lease"],
  ["select store from backup_plans", "permission denied for table backup_plans"],
  ["select store from hls_storages", "permission denied for table hls_storages"],
  ["select password from stream_outputs", "permission denied for table stream_outputs"],
  [
    "select query_to_xml('select * from users', true, true, '')",
    "permission denied for table users",
  ],
  [
    "select set_config('role', 'postgres', true)",
    'cannot set parameter "role" within security-definer function',
  ],
  [
    "select set_config('session_authorization', 'postgres', true)",
    'cannot set parameter "session_authorization" within security-definer function',
  ],
  [
    "with gone as (delete from tracks returning 1) select * from gone",
    "WITH clause containing a data-modifying statement must be at the top level",
  ],
  ["select 1; select 2", 'syntax error at or near ";"'],
  ["select setval('queue_snapshots_id_seq', 9)", "permission denied"],
  ["select pg_read_file('PG_VERSION')", "permission denied for function pg_read_file"],
])("the console is denied what it may not do: %s", async (statement, reason) => {
  await expect(runAsConsole(opened.database, statement)).rejects.toThrow(reason);
});

/** Runs it here rather than on a copy: the rights are the same. */
async function runAsConsole(database: Database, statement: string): Promise<void> {
  const query = sql`select * from public.neonrelay_console_rows(${statement}, 5, 500)`;
  try {
    await database.transaction((transaction) => transaction.execute(query));
  } catch (error) {
    throw new Error(reasonOf(error), { cause: error });
  }
}
