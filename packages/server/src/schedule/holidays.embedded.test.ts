import {
  clockSchema,
  holidaySchema,
  holidaysCalls,
  scheduleCalls,
  scheduleEntrySchema,
  showSchema,
  type Holiday,
} from "@neonrelay/contract";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { startTestServer, type SignedInBrowser, type TestServer } from "../api/test-server.ts";

let server: TestServer;
let moderator: SignedInBrowser;
beforeAll(async () => {
  server = await startTestServer();
  moderator = await server.signIn("moderator");
  await server.settings.change(() => ({ timeZone: "Europe/Berlin" }));
});
afterAll(() => server[Symbol.asyncDispose]());

async function makeHoliday(body: object): Promise<Holiday> {
  const made = await moderator.call("POST", "/api/schedule/holidays", { body });
  expect(made).toMatchObject({ status: 200 });
  return holidaySchema.parse(made.body);
}

async function scheduleOf(date: string) {
  const query = `from=${date}T00:00:00Z&to=${date}T20:00:00Z`;
  const { body } = await server.call("GET", `/api/schedule?${query}`);
  return scheduleCalls.getSchedule.response.parse(body);
}

test("[T8][T9] the schedule names a holiday and follows it; its clock can't be removed", async () => {
  const made = await moderator.call("POST", "/api/clocks", {
    body: { name: "Festive", slots: [] },
  });
  const clock = clockSchema.parse(made.body);
  const holiday = await makeHoliday({
    date: "2027-12-25",
    name: "Christmas Day",
    day: { kind: "clock", clockId: clock.id },
  });

  const day = await scheduleOf("2027-12-25");
  const used = await moderator.call("DELETE", `/api/clocks/${clock.id}`);
  const changed = await moderator.call("PATCH", `/api/schedule/holidays/${holiday.id}`, {
    body: { version: 1, day: { kind: "nothing" } },
  });
  const outdated = await moderator.call("PATCH", `/api/schedule/holidays/${holiday.id}`, {
    body: { version: 1, name: "Theirs" },
  });
  const after = await scheduleOf("2027-12-25");
  const removed = await moderator.call("DELETE", `/api/schedule/holidays/${holiday.id}`);

  expect(day.holidays).toEqual([{ id: holiday.id, date: "2027-12-25", name: "Christmas Day" }]);
  expect(day.occurrences).toMatchObject([
    {
      entryId: holiday.id,
      startsAt: "2027-12-24T23:00:00.000Z",
      endsAt: "2027-12-25T23:00:00.000Z",
      clock: { name: "Festive" },
    },
  ]);
  expect(used).toMatchObject({
    status: 409,
    body: { error: expect.stringContaining("one holiday") },
  });
  expect(changed).toMatchObject({ status: 200, body: { version: 2, name: "Christmas Day" } });
  expect(outdated).toMatchObject({ status: 409, body: { field: "version" } });
  expect(after).toMatchObject({ occurrences: [], holidays: [{ name: "Christmas Day" }] });
  expect(removed.status).toBe(200);
  expect((await scheduleOf("2027-12-25")).holidays).toEqual([]);
});

test("[T10] a holiday on a non-existent day, or with a deleted clock, is refused", async () => {
  const refused = async (body: object) => {
    const { status } = await moderator.call("POST", "/api/schedule/holidays", {
      body: { name: "New", day: { kind: "usual" }, ...body },
    });
    return status;
  };

  expect([
    await refused({ date: "2027-02-30" }),
    await refused({ date: "2027-01-01", name: " " }),
    await refused({ date: "2027-01-01", day: { kind: "weekday", weekday: 8 } }),
    await refused({ date: "2027-01-01", day: { kind: "clock", clockId: randomUUID() } }),
  ]).toEqual([400, 400, 400, 404]);
});

test("[T8] cancelling one occurrence on a holiday like Sunday affects only that one", async () => {
  const made = await moderator.call("POST", "/api/programme/shows", { body: { name: "Mass" } });
  const show = showSchema.parse(made.body);
  const entered = await moderator.call("POST", "/api/schedule/entries", {
    body: {
      what: { kind: "show", showId: show.id },
      startsAt: "2027-05-02T10:00",
      durationMinutes: 60,
      repeat: "FREQ=WEEKLY",
    },
  });
  const entry = scheduleEntrySchema.parse(entered.body);
  // A Thursday.
  await makeHoliday({
    date: "2027-05-06",
    name: "Ascension",
    day: { kind: "weekday", weekday: 7 },
  });
  const onDay = async () => (await scheduleOf("2027-05-06")).occurrences.map(({ date }) => date);

  const before = await onDay();
  const cancelled = await moderator.call(
    "POST",
    `/api/schedule/entries/${entry.id}/occurrences/2027-05-06`,
    { body: { isCancelled: true, version: 1 } },
  );

  expect(before).toEqual(["2027-05-06"]);
  expect(cancelled.status).toBe(200);
  expect(await onDay()).toEqual([]);
  expect((await scheduleOf("2027-05-09")).occurrences).toHaveLength(1);
});

test("[T11] a calendar is imported once, with a setting for what happens on its days", async () => {
  const calendar = [
    "BEGIN:VCALENDAR",
    "BEGIN:VEVENT",
    "DTSTART;VALUE=DATE:20980101",
    "SUMMARY:New Year's Day",
    "END:VEVENT",
    "END:VCALENDAR",
  ].join("\r\n");
  const body = { calendar, day: { kind: "weekday", weekday: 7 } };
  const load = async () => {
    const { body: answer } = await moderator.call("POST", "/api/schedule/holidays/import", {
      body,
    });
    return holidaysCalls.importHolidays.response.parse(answer);
  };

  const first = await load();
  const second = await load();
  const list = await moderator.call("GET", "/api/schedule/holidays");
  const none = await moderator.call("POST", "/api/schedule/holidays/import", {
    body: { ...body, calendar: "no calendar" },
  });

  expect([first, second]).toEqual([
    { added: 1, known: 0, leftOut: 0 },
    { added: 0, known: 1, leftOut: 0 },
  ]);
  const imported = z.array(holidaySchema).parse(list.body);
  expect(imported.filter(({ date }) => date > "2098")).toMatchObject([
    { date: "2098-01-01", name: "New Year's Day", isYearly: false, day: { weekday: 7 } },
  ]);
  expect(none).toMatchObject({ status: 400, body: { field: "calendar" } });
});
