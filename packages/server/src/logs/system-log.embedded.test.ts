import { createWatchedLog } from "@neonrelay/process/log";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openTestDatabase, type TestDatabase } from "../database/test-database.ts";
import { createKeptEvents } from "../events/kept-events.ts";
import { SystemLog } from "./system-log.ts";

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened[Symbol.asyncDispose]());
beforeEach(async () => {
  await opened.database.connection.execute(sql`delete from system_logs`);
});

/** A log that prints nothing, with a system log of its own. */
function createWatched() {
  const lines = createKeptEvents<string>({ keep: 10 });
  const log = createWatchedLog(lines.publish, { part: "server", level: "silent" });
  const { database } = opened;
  const systemLog = new SystemLog({ database, recordRow: () => {}, log });
  lines.subscribe((line) => systemLog.recordLine(line));
  return {
    systemLog,
    log,
    rows: async () => {
      await systemLog.close();
      const { rows } = await database.connection.execute(
        sql`select level, category, message, details from system_logs order by "timestamp", message`,
      );
      return rows;
    },
    [Symbol.asyncDispose]: () => systemLog.close(),
  };
}

/** A line of on-air's log. */
function lineOf(fields: Readonly<Record<string, string>>): string {
  return JSON.stringify({ part: "on-air", time: new Date().toISOString(), ...fields });
}

test("an operator's action becomes a row with their name", async () => {
  await using watched = createWatched();

  watched.systemLog.recordOperatorAction({
    who: { kind: "access-code" },
    action: "cleared the queue",
    details: { entries: 3 },
  });

  expect(await watched.rows()).toEqual([
    {
      level: "info",
      category: "operator",
      message: "access code cleared the queue",
      details: { entries: 3, by: "access code" },
    },
  ]);
});

test("warnings and errors in the server's own log become rows without stacks and secrets; other lines don't", async () => {
  await using watched = createWatched();

  watched.log.info({ mount: "/stream.mp3" }, "listener came");
  watched.log.warn(
    {
      error: Object.assign(new Error("no route to postgres://radio:tell-no-one@db/radio"), {
        code: "EHOSTUNREACH",
        client: { password: "tell-no-one" },
      }),
      token: "tell-no-one",
    },
    "something is odd",
  );

  expect(await watched.rows()).toEqual([
    {
      level: "warn",
      category: "server",
      message: "something is odd",
      details: {
        error: {
          type: "Error",
          message: "no route to postgres://radio:[hidden]@db/radio",
          code: "EHOSTUNREACH",
        },
        token: "[hidden]",
      },
    },
  ]);
});

test("cleaning a text of megabytes takes no longer than reading it", async () => {
  await using watched = createWatched();

  watched.log.warn({ text: "a".repeat(2_000_000) }, "x://y:".repeat(100_000));

  expect(await watched.rows()).toHaveLength(1);
});

test("a flood of the same warning becomes twenty rows and one with the remaining count", async () => {
  await using watched = createWatched();

  for (let n = 0; n < 1000; n += 1) watched.log.warn({ n }, "again");

  const messages = (await watched.rows()).map((row) => row["message"]);
  expect(messages).toHaveLength(21);
  expect(messages).toContain("again, and 980 more");
});

test("an unwritable database logs no rows about itself, and rows of other parts keep their category", async () => {
  await using watched = createWatched();
  await opened.database.connection.execute(sql`alter table system_logs rename to away`);

  watched.systemLog.recordLine(lineOf({ level: "error", msg: "the disk is slow" }));
  await watched.systemLog.settled();
  await opened.database.connection.execute(sql`alter table away rename to system_logs`);
  watched.systemLog.recordLine(
    lineOf({ level: "warn", msg: "a character no table holds: \0", lone: "\ud800" }),
  );
  watched.systemLog.recordLine(lineOf({ level: "info", msg: "a listener came" }));
  watched.systemLog.recordLine("something that is no log");

  expect(await watched.rows()).toEqual([
    {
      level: "warn",
      category: "on-air",
      message: "a character no table holds: ",
      details: { lone: "\ufffd" },
    },
  ]);
});

test("a bounded number of rows waits for the database, and one row counts the rest", async () => {
  await using watched = createWatched();

  for (let n = 0; n < 600; n += 1) watched.log.error(`error ${n}`);

  const messages = (await watched.rows()).map((row) => row["message"]);
  expect(messages).toHaveLength(501);
  expect(messages).toContain("error 499");
  expect(messages).toContain("100 rows of this log were lost while the database was away");
});

test("long messages and details are cut", async () => {
  await using watched = createWatched();

  watched.log.warn({ long: "x".repeat(10_000) }, "y".repeat(5000));

  expect(await watched.rows()).toEqual([
    {
      level: "warn",
      category: "server",
      message: "y".repeat(1000),
      details: { shortened: expect.stringMatching(/^\{"long":"x{1900,}$/) },
    },
  ]);
});
