import { createLogTo } from "@neonrelay/process/log";
import { sql } from "drizzle-orm";
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { listChat } from "../chat/chat-actions.ts";
import { stationLine } from "../chat/chat-rules.ts";
import { openTestDatabase } from "../database/test-database.ts";
import { withOutages } from "../database/test-outage.ts";
import { createStationEvents } from "../events/station-events.ts";
import { LineIntake } from "./line-intake.ts";

function line(text: string, ircId: string | null) {
  const said = stationLine({ username: "bot", text });
  return { ...said, id: randomUUID(), timestamp: new Date(), notDelivered: null, ircId };
}

test("[H1] an IRC message already stored is neither stored nor published again", async () => {
  await using opened = await openTestDatabase();
  const log = createLogTo(() => {}, { part: "test", level: "warn" });
  const events = createStationEvents(log);
  const told: string[] = [];
  events.subscribe((event) => {
    if (event.type === "chat.said") told.push(event.message.message);
  });
  const intake = new LineIntake({ database: opened.database, events, log });

  for (const [text, ircId] of [
    ["once", "id-1"],
    ["once", "id-1"],
    ["without an id", null],
    ["without an id", null],
  ] as const)
    intake.add(line(text, ircId));
  await intake.settled();

  expect(told).toEqual(["once", "without an id", "without an id"]);
  expect(await listChat({ database: opened.database, irc: intake })).toHaveLength(3);
  await intake.close();
});

test("while the database is down lines are published at once and stored when it is back", async () => {
  await using opened = await openTestDatabase();
  const log = createLogTo(() => {}, { part: "test", level: "warn" });
  const events = createStationEvents(log);
  const told: string[] = [];
  const first = Promise.withResolvers<void>();
  events.subscribe((event) => {
    if (event.type !== "chat.said") return;
    told.push(event.message.message);
    first.resolve();
  });
  const outage = withOutages(opened.database);
  const intake = new LineIntake({ database: outage.database, events, log });
  outage.isAway = true;

  intake.add(line("said anyway", "id-1"));
  await first.promise;
  intake.add(line("and this", "id-2"));

  expect(told).toEqual(["said anyway", "and this"]);
  outage.isAway = false;
  await intake.close(); // one last try
  expect(await listChat({ database: opened.database, irc: intake })).toHaveLength(2);
  expect(told).toHaveLength(2);
});

test("a thousand lines at once are stored and published in order, except one that can't be stored", async () => {
  await using opened = await openTestDatabase();
  const log = createLogTo(() => {}, { part: "test", level: "silent" });
  const events = createStationEvents(log);
  const told: string[] = [];
  events.subscribe((event) => {
    if (event.type === "chat.said") told.push(event.message.message);
  });
  const intake = new LineIntake({ database: opened.database, events, log });
  const texts = Array.from({ length: 1000 }, (_, index) => `line ${index}`);

  for (const [index, text] of texts.entries())
    intake.add(line(index === 250 ? "no text column takes \0" : text, `id-${index}`));
  await intake.settled();

  const stored = await listChat({ database: opened.database, irc: intake });
  expect(stored.map(({ message }) => message)).toEqual(texts.slice(-stored.length));
  expect(told).toEqual(texts.with(250, "no text column takes \0"));
  const { rows } = await opened.database.connection.execute<{ lines: number }>(
    sql`select count(*)::int as lines from chat_messages`,
  );
  expect(rows).toEqual([{ lines: 999 }]);
  await intake.close();
});

test("a message queued for IRC is published as waiting, then as sent", async () => {
  await using opened = await openTestDatabase();
  const log = createLogTo(() => {}, { part: "test", level: "warn" });
  const events = createStationEvents(log);
  const told: unknown[] = [];
  events.subscribe((event) => {
    if (event.type === "chat.delivered") told.push([event.id, event.isWaiting]);
  });
  const intake = new LineIntake({ database: opened.database, events, log });

  intake.recordDelivery({ id: "at once", notDelivered: null, ircId: null });
  intake.recordWaiting("late");
  const whileLate = ["at once", "late"].map((id) => intake.isWaiting(id));
  intake.recordDelivery({ id: "late", notDelivered: null, ircId: null });
  await intake.close();

  expect(told).toEqual([
    ["late", true],
    ["late", false],
  ]);
  expect([whileLate, intake.isWaiting("late")]).toEqual([[false, true], false]);
});
