// @module-tag postgresql
import { createLog } from "@neonrelay/process/log";
import { createDatabase } from "@neonrelay/test-station/test-databases";
import { startTestPostgres } from "@neonrelay/test-station/test-postgres";
import { tmpdir } from "node:os";
import { Client } from "pg";
import { expect, test } from "vitest";
import { openDatabase } from "./open-database.ts";

test("the error for a user without rights names the statements that grant them, and those work", async () => {
  await using postgres = await startTestPostgres();
  const owner = new Client({ connectionString: await createDatabase(postgres.url, "radio") });
  await owner.connect();
  await owner.query("create role station login");
  const address = new URL("/radio", postgres.url);
  address.username = "station";
  const open = async () => {
    const log = createLog({ part: "test", level: "silent" });
    const options = { dataDir: tmpdir(), beforeMigration: null, log };
    const database = await openDatabase({ databaseUrl: address.href, ...options });
    await database.close();
  };

  const refusal = await open().then(String, (error: Error) => error.message);
  const [, statements = ""] = refusal.split("run in radio: ");
  await owner.query(statements);
  await open();
  await owner.end();

  expect(statements).toBe(
    "CREATE EXTENSION IF NOT EXISTS pg_trgm; GRANT CREATE ON DATABASE radio TO station; GRANT USAGE, CREATE ON SCHEMA public TO station;",
  );
});
