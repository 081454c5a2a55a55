import { createLog } from "@neonrelay/process/log";
import { sql } from "drizzle-orm";
import { on } from "node:events";
import { cp, mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { Pool } from "pg";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import * as z from "zod";
import type { Database } from "./database.ts";
import { openDatabase } from "./open-database.ts";
import { copyEmbedded } from "./embedded-copy.ts";
import { EmbeddedDatabase } from "./embedded-database.ts";
import { QueryCopies } from "./query-copies.ts";
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

test("a statement on a copy sees everything up to the copy, and no half-finished write", async () => {
  const looks = new QueryCopies({ folder: path.join(folder, "database"), pool });
  await pool.query(`create table numbers as
    select n, repeat(md5(n::text), 20) as filling from generate_series(1, 6000) as n`);
  await pool.query("create index on numbers (n)");
  const write = () => pool.query("update numbers set filling = filling || 'x' where n % 7 = 0");
  await write();
  const copied = new AbortController();
  const writing = (async () => {
    while (!copied.signal.aborted) await write();
  })();

  const seen = await looks.inspect((client) =>
    client.query(`select count(*)::int as rows, count(distinct length(filling))::int as lengths
      from numbers where n between 1 and 6000`),
  );
  copied.abort();
  await writing;
  await looks.close();

  expect(seen.rows).toEqual([{ rows: 6000, lengths: 2 }]);
  expect(await readdir(path.join(folder, ".database-copies"))).toEqual([]);
});

test("without room for a copy none is made, and the error says how much is needed", async () => {
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

test("a commit is on disk before its answer, and answered rows are not kept in memory", async () => {
  const machine = createRequire(import.meta.url).resolve("@electric-sql/pglite/pglite.wasm");
  const worker = new Worker(new URL("embedded-worker.ts", import.meta.url), {
    workerData: {
      folder: path.join(folder, "database"),
      machineCode: await WebAssembly.compile(await readFile(machine)),
    },
    execArgv: ["--import", `data:text/javascript,${encodeURIComponent(reportsSyncs)}`],
  });
  const messages = on(worker, "message");
  try {
    await untilAnswer(messages);
    worker.postMessage(simpleQuery("create table kept (value int)"));
    await untilAnswer(messages);
    worker.postMessage(simpleQuery("insert into kept values (7)"));

    expect(await untilAnswer(messages)).toBeGreaterThanOrEqual(1);

    const { used_heap_size: beforeBytes } = await worker.getHeapStatistics();
    for (let asked = 0; asked < 10; asked += 1) {
      worker.postMessage(simpleQuery("select repeat('x', 1000) from generate_series(1, 10000)"));
      await untilAnswer(messages);
    }
    const { used_heap_size: afterBytes } = await worker.getHeapStatistics();
    const answeredBytes = 10 * 10_000 * 1000;
    expect(afterBytes - beforeBytes).toBeLessThan(answeredBytes / 3);
  } finally {
    await worker.terminate();
  }
});

/** Prepended to the thread's code: reports each fsync. */
const reportsSyncs = `
  import fs from "node:fs";
  import { syncBuiltinESMExports } from "node:module";
  import { parentPort } from "node:worker_threads";
  const { fsyncSync } = fs;
  fs.fsyncSync = (file) => { fsyncSync(file); parentPort.postMessage("synced"); };
  syncBuiltinESMExports();`;

/** @returns the number of fsyncs before the answer */
async function untilAnswer(messages: AsyncIterator<unknown>): Promise<number> {
  let synced = 0;
  // Most answers are too long to be written as JSON.
  while (z.tuple([z.unknown()]).parse((await messages.next()).value)[0] === "synced") synced += 1;
  return synced;
}

/** A "Query" message of PostgreSQL's protocol. */
function simpleQuery(statement: string): Uint8Array {
  const text = Buffer.from(`${statement}\0`);
  const message = Buffer.alloc(5 + text.length, "Q");
  message.writeUInt32BE(4 + text.length, 1);
  text.copy(message, 5);
  return new Uint8Array(message);
}

test("the embedded database shortens its log within five minutes and reuses the room of many deleted rows; of few, once a day", async () => {
  vi.useFakeTimers({ toFake: ["setInterval"] });
  const database = await openHere();
  const { connection } = database;
  const namesOf = async (condition: string): Promise<readonly unknown[]> => {
    const stats = `select relname::text as name from pg_stat_user_tables where schemaname = 'public' and ${condition} order by 1`;
    return (await connection.execute(sql.raw(stats))).rows.map(({ name }) => name);
  };
  const addRows = sql`
    insert into system_logs (id, level, message, category)
    select gen_random_uuid(), 'info', repeat('x', 500), 'test' from generate_series(1, 2000)`;
  const sizeNow = async () =>
    (await connection.execute(sql`select pg_relation_size('system_logs')::int as size`)).rows;
  const shortenedAt = async () =>
    (await connection.execute(sql`select redo_lsn from pg_control_checkpoint()`)).rows;
  try {
    const before = await shortenedAt();
    await connection.execute(addRows);
    const size = await sizeNow();
    await connection.execute(sql`delete from system_logs`);
    await expect.poll(() => namesOf("n_dead_tup > 1000")).toEqual(["system_logs"]);

    vi.advanceTimersByTime(300_000);
    // It has a single session, so this waits its turn.
    expect(await shortenedAt()).not.toEqual(before);
    await expect.poll(() => namesOf("last_vacuum is not null")).toEqual(["system_logs"]);
    await connection.execute(addRows);
    expect(await sizeNow()).toEqual(size);

    vi.advanceTimersByTime(300_000);
    await expect.poll(() => namesOf("last_vacuum is null")).toEqual([]);
  } finally {
    vi.useRealTimers();
    await database.close();
  }
});

test("a second process learns in one sentence that the embedded database is in use; reopening keeps the data", async () => {
  const first = await openHere();
  await first.connection.execute(sql`insert into music_folders (path) values ('/kept')`);
  await expect(openHere()).rejects.toThrow(
    "is in use by another process; stop the other station first",
  );
  await first.close();

  const again = await openHere();
  const { rows } = await again.connection.execute(sql`select path from music_folders`);
  await again.close();

  expect(rows).toEqual([{ path: "/kept" }]);
});

test("a read-only opening leaves a database without tables as it is", async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), "neonrelay-look-"));
  const look = () =>
    openDatabase({ databaseUrl: null, dataDir, beforeMigration: null, migrates: false, log });

  await expect(look()).rejects.toThrow("has no tables yet");
  await expect(look()).rejects.toThrow("has no tables yet");

  await rm(dataDir, { recursive: true });
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

/** As a station with that data folder would. */
async function openHere(): Promise<Database> {
  return await openDatabase({ databaseUrl: null, dataDir: folder, beforeMigration: null, log });
}
