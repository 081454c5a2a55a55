import { createLog } from "@neonrelay/process/log";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openTestDatabase } from "../database/test-database.ts";
import { LogTrimmer } from "../logs/log-trimmer.ts";
import { SecurityLog, type SecurityEvent } from "./security-log.ts";

const refusal: SecurityEvent = {
  severity: "other",
  eventType: "call_refused",
  description: "PUT /api/radio-state without the right to it",
  ipAddress: "192.0.2.1",
};

test("a flood of refused calls from one address is three rows and one with the number of the rest", async () => {
  await using opened = await openTestDatabase();
  const { database } = opened;
  const log = createLog({ part: "test", level: "silent" });
  const trimmer = new LogTrimmer({ database, log });
  const security = new SecurityLog({ database, trimmer, log });

  for (let n = 0; n < 500; n += 1) security.note(refusal);
  security.note({ ...refusal, ipAddress: "192.0.2.2" });
  await security.close();
  await trimmer.close();

  const { rows } = await database.connection.execute(
    sql`select description, ip_address, count(*)::int as times from security_events group by 1, 2 order by 3 desc, 2`,
  );
  expect(rows).toEqual([
    { description: refusal.description, ip_address: "192.0.2.1", times: 3 },
    { description: `${refusal.description}, and 497 more`, ip_address: "192.0.2.1", times: 1 },
    { description: refusal.description, ip_address: "192.0.2.2", times: 1 },
  ]);
}, 60_000);

test("the logs in the database are trimmed after a thousand new rows", async () => {
  await using opened = await openTestDatabase();
  const { connection } = opened.database;
  const log = createLog({ part: "test", level: "silent" });
  const trimmer = new LogTrimmer({ database: opened.database, log });
  await trimmer.close();
  await connection.execute(sql`
    insert into system_logs (id, level, message, category)
    select gen_random_uuid(), 'info', 'x', 'test' from generate_series(1, 10050)`);

  for (let n = 0; n < 1000; n += 1) trimmer.noteRow();
  await trimmer.close();

  const { rows } = await connection.execute(sql`select count(*)::int as kept from system_logs`);
  expect(rows).toEqual([{ kept: 10_000 }]);
}, 60_000);
