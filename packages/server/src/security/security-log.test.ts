import { createLog } from "@neonrelay/process/log";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openTestDatabase } from "../database/test-database.ts";
import { createStationEvents } from "../station-events.ts";
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
  const security = new SecurityLog({
    database,
    events: createStationEvents(log),
    noteRow: () => {},
    log,
  });

  for (let n = 0; n < 500; n += 1) security.note(refusal);
  security.note({ ...refusal, ipAddress: "192.0.2.2" });
  await security.close();

  const { rows } = await database.connection.execute(
    sql`select description, ip_address, count(*)::int as times from security_events group by 1, 2 order by 3 desc, 2`,
  );
  expect(rows).toEqual([
    { description: refusal.description, ip_address: "192.0.2.1", times: 3 },
    { description: `${refusal.description}, and 497 more`, ip_address: "192.0.2.1", times: 1 },
    { description: refusal.description, ip_address: "192.0.2.2", times: 1 },
  ]);
}, 60_000);
