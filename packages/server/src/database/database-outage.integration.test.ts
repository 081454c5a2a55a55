// @module-tag postgresql
import { createLog } from "@neonrelay/process/log";
import { startTestPostgres } from "@neonrelay/test-station/test-postgres";
import { sql } from "drizzle-orm";
import { tmpdir } from "node:os";
import { Client } from "pg";
import { expect, test } from "vitest";
import { openDatabase } from "./open-database.ts";
import { QUERY_LIMIT_MS } from "./embedded-database.ts";
import { isDatabaseAway } from "./database-failures.ts";

/** More than the pool has connections. */
const AT_ONCE = 15;

test("when the server stops answering, every transaction fails in time and no connection leaks", async () => {
  await using postgres = await startTestPostgres();
  const log = createLog({ part: "test", level: "silent" });
  const database = await openDatabase({
    databaseUrl: postgres.url,
    dataDir: tmpdir(),
    beforeMigration: null,
    log,
  });
  try {
    const work = () =>
      database.transaction(async (transaction) => {
        await transaction.execute(sql`select pg_sleep(0.05)`);
      });
    const many = () => Promise.allSettled(Array.from({ length: AT_ONCE }, work));
    expect((await many()).map(({ status }) => status)).not.toContain("rejected");

    postgres.freeze();
    const failed = await many();
    postgres.thaw();

    for (const outcome of failed) {
      expect(outcome.status).toBe("rejected");
      expect(outcome.status === "rejected" && isDatabaseAway(outcome.reason)).toBe(true);
    }
    expect((await many()).map(({ status }) => status)).not.toContain("rejected");
  } finally {
    await database.close();
  }
});

test("a node that starts during another's migration waits longer than the usual statement limit", async () => {
  await using postgres = await startTestPostgres();
  const log = createLog({ part: "test", level: "silent" });
  const other = new Client({ connectionString: postgres.url });
  await other.connect();
  try {
    await other.query("select pg_advisory_lock(7206411)");
    const opening = openDatabase({
      databaseUrl: postgres.url,
      dataDir: tmpdir(),
      beforeMigration: null,
      log,
    });
    const outcome = opening.then(() => "open").catch(String);
    await other.query("select pg_sleep($1)", [QUERY_LIMIT_MS / 1000 + 2]);
    await other.query("select pg_advisory_unlock(7206411)");

    expect(await outcome).toBe("open");

    const database = await opening;
    const shown = await database.connection.execute(sql`show statement_timeout`);
    await database.close();
    expect(shown.rows).toEqual([{ statement_timeout: `${QUERY_LIMIT_MS / 1000}s` }]);
  } finally {
    await other.end();
  }
});
