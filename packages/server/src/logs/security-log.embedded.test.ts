import { createLog } from "@neonrelay/process/log";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openTestDatabase } from "../database/test-database.ts";
import { withOutages } from "../database/test-outage.ts";
import { createStationEvents } from "../events/station-events.ts";
import { SecurityLog, type SecurityEvent } from "./security-log.ts";

const refusal: SecurityEvent = {
  severity: "other",
  eventType: "call_refused",
  description: "PUT /api/radio-state without the right to it",
  ipAddress: "192.0.2.1",
};

test("a flood of refused calls from one address becomes three rows and one with the remaining count", async () => {
  await using opened = await openTestDatabase();
  const { database } = opened;
  const log = createLog({ part: "test", level: "silent" });
  const security = new SecurityLog({
    database,
    events: createStationEvents(log),
    recordRow: () => {},
    log,
  });

  for (let n = 0; n < 500; n += 1) security.record(refusal);
  security.record({ ...refusal, ipAddress: "192.0.2.2" });
  await security.close();

  const { rows } = await database.connection.execute(
    sql`select description, ip_address, count(*)::int as times from security_events group by 1, 2 order by 3 desc, 2`,
  );
  expect(rows).toEqual([
    { description: refusal.description, ip_address: "192.0.2.1", times: 3 },
    { description: `${refusal.description}, and 497 more`, ip_address: "192.0.2.1", times: 1 },
    { description: refusal.description, ip_address: "192.0.2.2", times: 1 },
  ]);
});

test("a name with unstorable or deceptive characters is recorded without them", async () => {
  await using opened = await openTestDatabase();
  const { database } = opened;
  const log = createLog({ part: "test", level: "silent" });
  const events = createStationEvents(log);
  const security = new SecurityLog({ database, events, recordRow: () => {}, log });

  security.record(refusal);
  events.publish({
    type: "live.refused",
    username: "a\0\x1b[2J\u202eb\ud800",
    address: "192.0.2.3",
    reason: "wrong key",
  });
  await security.close();

  const { rows } = await database.connection.execute(
    sql`select description from security_events order by description`,
  );
  expect(rows.map((row) => row["description"])).toEqual([
    "A DJ's program was refused as 'a  [2J b\ufffd': wrong key",
    refusal.description,
  ]);
});

test("no flood from many addresses hides an operator's actions, nor do other actions of the same kind", async () => {
  await using opened = await openTestDatabase();
  const { database } = opened;
  const log = createLog({ part: "test", level: "silent" });
  const events = createStationEvents(log);
  const security = new SecurityLog({ database, events, recordRow: () => {}, log });

  for (let n = 0; n < 1500; n += 1)
    security.record({ ...refusal, ipAddress: `2001:db8:${n.toString(16)}::1` });
  for (let n = 0; n < 5; n += 1)
    security.record({
      severity: "high",
      eventType: "role_changed",
      description: `anna changed the role of 'user ${n}' from listener to dj`,
      ipAddress: "192.0.2.7",
    });
  await security.close();

  const { rows } = await database.connection.execute(
    sql`select description from security_events where event_type = 'role_changed'`,
  );
  expect(rows).toHaveLength(5);
});

test("a network counts once, however many addresses it uses", async () => {
  await using opened = await openTestDatabase();
  const { database } = opened;
  const log = createLog({ part: "test", level: "silent" });
  const events = createStationEvents(log);
  const security = new SecurityLog({ database, events, recordRow: () => {}, log });

  for (let n = 0; n < 20; n += 1) security.record({ ...refusal, ipAddress: `2001:db8::${n}` });
  await security.close();

  const { rows } = await database.connection.execute(
    sql`select description from security_events order by description`,
  );
  expect(rows).toHaveLength(4);
});

test("events during a database outage are stored afterwards, with their own time", async () => {
  await using opened = await openTestDatabase();
  const outage = withOutages(opened.database);
  const { database } = outage;
  const log = createLog({ part: "test", level: "silent" });
  const events = createStationEvents(log);
  const security = new SecurityLog({ database, events, recordRow: () => {}, log });

  outage.isAway = true;
  security.record({ ...refusal, severity: "high", eventType: "emergency_stop" });
  for (let n = 0; n < 600; n += 1)
    security.record({ ...refusal, ipAddress: `2001:db8:${n.toString(16)}::1` });
  await security.settled();
  outage.isAway = false;
  await database.connection.execute(sql`create table back as select now() as at`);
  await security.close();

  const { rows } = await database.connection.execute(
    sql`select event_type, count(*)::int as times, min(description) as description
      from security_events where "timestamp" < (select at from back) or event_type = 'events_lost'
      group by 1 order by 1`,
  );
  expect(rows).toEqual([
    { event_type: "call_refused", times: 500, description: refusal.description },
    { event_type: "emergency_stop", times: 1, description: refusal.description },
    {
      event_type: "events_lost",
      times: 1,
      description: "100 security events were lost while the database was away",
    },
  ]);
});
