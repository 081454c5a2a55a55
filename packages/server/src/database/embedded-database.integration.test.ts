import { createLog } from "@neonrelay/process/log";
import { sql } from "drizzle-orm";
import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Pool } from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openDatabase } from "./database.ts";
import { copyEmbedded } from "./embedded-copy.ts";
import { EmbeddedDatabase } from "./embedded-database.ts";
import { EmbeddedLooks } from "./embedded-looks.ts";
import { findTemplate } from "./test-template.ts";
import { startThreadHost } from "./thread-host.ts";

const log = createLog({ part: "test", level: "silent" });

let folder: string;
let queryLimitMs: number;
let embedded: EmbeddedDatabase;
let pool: Pool;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "neonrelay-embedded-"));
  const database = path.join(folder, "database");
  await cp(await findTemplate(), database, { recursive: true });
  queryLimitMs = 60_000;
  embedded = new EmbeddedDatabase({
    start: (listener) => startThreadHost(database, listener),
    queryLimitMs: () => queryLimitMs,
  });
  pool = new Pool({
    max: 1,
    idleTimeoutMillis: 0,
    stream: () => embedded.connect(),
    user: "postgres",
    database: "postgres",
  });
});
afterEach(async () => {
  await pool.end();
  await embedded.close();
  await rm(folder, { recursive: true });
});

test("a statement over the limit ends with a clear error, and the next one finds the data", async () => {
  await pool.query("create table kept (value int)");
  await pool.query("insert into kept values (7)");

  queryLimitMs = 1500;
  const endless = pool.query("select count(*) from generate_series(1, 100000000000)");
  await expect(endless).rejects.toThrow("took longer than 1.5 s");
  queryLimitMs = 60_000;

  expect((await pool.query("select value from kept")).rows).toEqual([{ value: 7 }]);
});

test("a statement on a copy sees everything up to its copying, and no write by half", async () => {
  const looks = new EmbeddedLooks({ folder: path.join(folder, "database"), pool });
  await pool.query(`create table numbers as
    select n, repeat(md5(n::text), 20) as filling from generate_series(1, 20000) as n`);
  await pool.query("create index on numbers (n)");
  const write = () => pool.query("update numbers set filling = filling || 'x' where n % 7 = 0");
  await write();
  const copied = new AbortController();
  const writing = (async () => {
    while (!copied.signal.aborted) await write();
  })();

  const seen = await looks.look((client) =>
    client.query(`select count(*)::int as rows, count(distinct length(filling))::int as lengths
      from numbers where n between 1 and 20000`),
  );
  copied.abort();
  await writing;
  await looks.close();

  expect(seen.rows).toEqual([{ rows: 20_000, lengths: 2 }]);
  expect(await readdir(path.join(folder, ".database-copies"))).toEqual([]);
});

test("without room for a copy none is made, and the reason names what is needed", async () => {
  const to = path.join(folder, "copy");

  const copying = copyEmbedded({
    hold: async (work) => {
      const client = await pool.connect();
      return await work(client).finally(() => client.release());
    },
    from: path.join(folder, "database"),
    to,
    keepFreeBytes: Number.MAX_SAFE_INTEGER,
    signal: AbortSignal.timeout(60_000),
  });

  await expect(copying).rejects.toThrow(/needs \d+ MiB of free disk space/);
  expect(await readdir(to)).toEqual(["global"]);
});

test("rows that were answered are not kept", async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), "neonrelay-answered-"));
  const database = await openDatabase({ databaseUrl: null, dataDir, beforeMigration: null, log });
  try {
    const answer = sql`select repeat('x', 1000) from generate_series(1, 10000)`;
    const answeredBytes = 15 * 1000 * 10_000;
    const { rss: beforeBytes } = process.memoryUsage();
    for (let asked = 0; asked < 15; asked += 1) await database.connection.execute(answer);
    const { rss: afterBytes } = process.memoryUsage();

    expect(afterBytes - beforeBytes).toBeLessThan(answeredBytes / 2);
  } finally {
    await database.close();
    await rm(dataDir, { recursive: true });
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
