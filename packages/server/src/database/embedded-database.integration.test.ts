import { createLog } from "@neonrelay/process/log";
import { sql } from "drizzle-orm";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Pool } from "pg";
import { expect, test } from "vitest";
import { openDatabase } from "./database.ts";
import { EmbeddedDatabase } from "./embedded-database.ts";

const log = createLog({ part: "test", level: "silent" });

test("a statement over the limit ends with a clear error, and the next one finds the data", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "neonrelay-embedded-"));
  let queryLimitMs = 60_000;
  const embedded = new EmbeddedDatabase({
    folder: path.join(folder, "database"),
    queryLimitMs: () => queryLimitMs,
  });
  const pool = new Pool({
    max: 1,
    idleTimeoutMillis: 0,
    stream: () => embedded.connect(),
    user: "postgres",
    database: "postgres",
  });
  try {
    await pool.query("create table kept (value int)");
    await pool.query("insert into kept values (7)");

    queryLimitMs = 1500;
    const endless = pool.query("select count(*) from generate_series(1, 100000000000)");
    await expect(endless).rejects.toThrow("took longer than 1.5 s");
    queryLimitMs = 60_000;

    expect((await pool.query("select value from kept")).rows).toEqual([{ value: 7 }]);
  } finally {
    await pool.end();
    await embedded.close();
    await rm(folder, { recursive: true });
  }
});

test("a second process is told in one sentence that the embedded database is in use; reopening keeps the data", async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), "neonrelay-reopen-"));
  try {
    const first = await openDatabase({ databaseUrl: null, dataDir, beforeMigration: null, log });
    await first.connection.execute(sql`insert into music_folders (path) values ('/kept')`);
    await expect(
      openDatabase({ databaseUrl: null, dataDir, beforeMigration: null, log }),
    ).rejects.toThrow("is in use by another process; stop the other station first");
    await first.close();

    const again = await openDatabase({ databaseUrl: null, dataDir, beforeMigration: null, log });
    const { rows } = await again.connection.execute(sql`select path from music_folders`);
    await again.close();

    expect(rows).toEqual([{ path: "/kept" }]);
  } finally {
    await rm(dataDir, { recursive: true });
  }
});

test("an unreachable server is named by host and port, never with its password", async () => {
  const opening = openDatabase({
    databaseUrl: "postgres://station:hidden-word@127.0.0.1:1/radio",
    dataDir: tmpdir(),
    beforeMigration: null,
    log,
  });

  const error: unknown = await opening.catch((reason: unknown) => reason);
  expect(String(error)).toContain("127.0.0.1:1");
  expect(String(error)).not.toContain("hidden-word");
});
