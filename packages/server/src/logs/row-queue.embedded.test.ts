import { createLogTo } from "@neonrelay/process/log";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { insertSecurityEvents, type NewSecurityEvent } from "./log-store.ts";
import { openTestDatabase } from "../database/test-database.ts";
import { RowQueue } from "./row-queue.ts";

function rowOf(description: string): NewSecurityEvent {
  return { severity: "other", eventType: "test", description, ipAddress: null };
}

test("a row that can't be stored is logged and skipped, and the others are stored", async () => {
  await using opened = await openTestDatabase();
  const { connection } = opened.database;
  const lines: unknown[] = [];
  const log = createLogTo((line) => void lines.push(JSON.parse(line)), {
    part: "test",
    level: "error",
  });
  let stored = 0;
  const queue = new RowQueue<NewSecurityEvent>({
    maxWaiting: 100,
    what: "events",
    lostRow: (rows) => rowOf(`${rows}`),
    insert: (rows) => insertSecurityEvents(connection, rows),
    recordRow: () => (stored += 1),
    log,
  });

  for (const text of ["first", "bad\0", "second", "worse\0", "third"]) queue.add(rowOf(text));
  await queue.close();

  const { rows } = await connection.execute(
    sql`select description from security_events order by description`,
  );
  expect(rows.map((row) => row["description"])).toEqual(["first", "second", "third"]);
  expect(stored).toBe(3);
  const msg = "can't store one of the events: skipped";
  expect(lines).toMatchObject([
    { msg, row: { description: "bad\0" } },
    { msg, row: { description: "worse\0" } },
  ]);
});
