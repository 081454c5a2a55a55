import { createWatchedLog } from "@neonrelay/process/log";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openTestDatabase } from "../database/test-database.ts";
import { SystemLog } from "./system-log.ts";

/** A log that prints nothing, with its system log in a fresh database. */
async function openLog() {
  const opened = await openTestDatabase();
  const systemLog = new SystemLog();
  const log = createWatchedLog((line) => systemLog.noteLine(line), {
    part: "server",
    level: "silent",
  });
  const { database } = opened;
  return {
    systemLog,
    log,
    database,
    storeNow: () => systemLog.storeIn({ database, noteRow: () => {}, log }),
    rows: async () => {
      await systemLog.close();
      const { rows } = await database.connection.execute(
        sql`select level, category, message, details from system_logs order by "timestamp", message`,
      );
      return rows;
    },
    [Symbol.asyncDispose]: async () => {
      await systemLog.close();
      await opened[Symbol.asyncDispose]();
    },
  };
}

test("what an operator did is a row with the name, also before the database is open", async () => {
  await using opened = await openLog();

  opened.systemLog.noteOperatorAction({
    who: { kind: "access-code" },
    action: "cleared the queue",
    details: { entries: 3 },
  });
  opened.storeNow();

  expect(await opened.rows()).toEqual([
    {
      level: "info",
      category: "operator",
      message: "access code cleared the queue",
      details: { entries: 3, by: "access code" },
    },
  ]);
});

test("warnings and errors of the server's own log are rows without stacks and secrets, and the rest is not", async () => {
  await using opened = await openLog();
  opened.storeNow();

  opened.log.info({ mount: "/stream.mp3" }, "listener came");
  opened.log.warn(
    {
      error: Object.assign(new Error("no route to postgres://radio:tell-nobody@db/radio"), {
        code: "EHOSTUNREACH",
        client: { password: "tell-nobody" },
      }),
      token: "tell-nobody",
    },
    "something is odd",
  );

  expect(await opened.rows()).toEqual([
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

test("a flood of the same warning is twenty rows and one with the number of the rest", async () => {
  await using opened = await openLog();
  opened.storeNow();

  for (let n = 0; n < 1000; n += 1) opened.log.warn({ n }, "again");

  const messages = (await opened.rows()).map((row) => row["message"]);
  expect(messages).toHaveLength(21);
  expect(messages).toContain("again, and 980 more");
});

test("a database that can't be written makes no row about itself, and other parts' rows come with their category", async () => {
  await using opened = await openLog();
  opened.storeNow();
  await opened.database.connection.execute(sql`alter table system_logs rename to away`);

  opened.systemLog.noteForeignLog({
    level: "error",
    category: "launcher",
    message: "on-air ended",
    details: null,
  });
  await opened.systemLog.settled();
  await opened.database.connection.execute(sql`alter table away rename to system_logs`);
  opened.systemLog.noteForeignLog({
    level: "warn",
    category: "on-air",
    message: "a character no table holds: \0",
    details: { lone: "\ud800" },
  });

  expect(await opened.rows()).toEqual([
    {
      level: "warn",
      category: "on-air",
      message: "a character no table holds: ",
      details: { lone: "\ufffd" },
    },
  ]);
});
