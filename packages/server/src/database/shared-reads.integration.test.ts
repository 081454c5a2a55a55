import { createLog } from "@neonrelay/process/log";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createPool, type StationPool } from "./database-pool.ts";
import { EmbeddedDatabase } from "./embedded-database.ts";
import { findTemplate } from "./test-template.ts";
import { startThreadHost } from "./thread-host.ts";

const ENDLESS = "select count(*) from generate_series(1, 100000000000)";

let folder: string;
let queryLimitMs: number;
/** What the database was sent and what it answered, in order. */
let traffic: ("sent" | "answered")[];
let openings: number;
let reasonNotToOpen: Error | null;
let embedded: EmbeddedDatabase;
let pool: StationPool;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "neonrelay-embedded-"));
  const database = path.join(folder, "database");
  await cp(await findTemplate(), database, { recursive: true });
  queryLimitMs = 60_000;
  traffic = [];
  openings = 0;
  reasonNotToOpen = null;
  embedded = new EmbeddedDatabase({
    start: async (listener) => {
      if (reasonNotToOpen !== null) throw reasonNotToOpen;
      openings += 1;
      const host = await startThreadHost(database, {
        ...listener,
        answered: (bytes) => {
          traffic.push("answered");
          listener.answered(bytes);
        },
      });
      return {
        ...host,
        post: (batch) => {
          traffic.push("sent");
          host.post(batch);
        },
      };
    },
    queryLimitMs: () => queryLimitMs,
  });
  pool = createPool(createLog({ part: "test", level: "silent" }), {
    max: 1,
    idleTimeoutMillis: 0,
    pipeline: true,
    stream: () => embedded.connect(),
    user: "postgres",
    database: "postgres",
  });
  await pool.query("create table kept (value int)");
});
afterEach(async () => {
  await pool.end();
  await embedded.close();
  await rm(folder, { recursive: true });
});

const count = async (): Promise<number> =>
  Number((await pool.query("select count(*) as kept from kept")).rows[0]?.kept);

test("the next reads are sent while the database still works on one", async () => {
  traffic = [];

  const answers = await Promise.all([1, 2, 3, 4].map((n) => pool.query(`select ${n}::int as n`)));

  expect(traffic.slice(0, 4)).toEqual(["sent", "sent", "sent", "sent"]);
  expect(answers.map(({ rows }) => rows[0]?.n)).toEqual([1, 2, 3, 4]);
});

test("a write goes before later reads, however many reads are running", async () => {
  const before = [count(), count()];
  const write = pool.query("insert into kept values (7)");
  const after = [count(), count(), count()];

  expect(await Promise.all(before)).toEqual([0, 0]);
  await write;
  expect(await Promise.all(after)).toEqual([1, 1, 1]);
});

test("a read over the limit fails alone: the reopened database answers those behind it", async () => {
  await pool.query("insert into kept values (7)");
  const first = count();
  const endless = expect(pool.query(ENDLESS)).rejects.toThrow("took longer than 1.5 s");
  queryLimitMs = 1500;
  const behind = [count(), count()];

  expect(await first).toBe(1);
  await endless;
  queryLimitMs = 60_000;
  expect(await Promise.all(behind)).toEqual([1, 1]);
});

test("two reads over the limit both fail, and the next one is answered", async () => {
  queryLimitMs = 1500;
  const endless = [pool.query(ENDLESS), pool.query(ENDLESS)].map((query) =>
    expect(query).rejects.toThrow("took longer than 1.5 s"),
  );

  await Promise.all(endless);
  queryLimitMs = 60_000;
  expect(await count()).toBe(0);
});

test("a refused read leaves the others and the connection alone", async () => {
  const wrong = expect(pool.query("select 1 / 0")).rejects.toThrow("division by zero");
  const right = count();

  await wrong;
  expect(await right).toBe(0);
  expect(openings).toBe(1);
});

test("reads of a database that can't be opened fail, and later ones try again", async () => {
  queryLimitMs = 300;
  await expect(pool.query(ENDLESS)).rejects.toThrow("took longer");
  queryLimitMs = 60_000;
  reasonNotToOpen = new Error("no room");

  await Promise.all([count(), count()].map((read) => expect(read).rejects.toThrow("no room")));
  reasonNotToOpen = null;
  expect(await count()).toBe(0);
});
