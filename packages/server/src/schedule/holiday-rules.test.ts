import { expect, test } from "vitest";
import {
  dayOfSameWeek,
  holidaysBetween,
  type HolidayTimes,
  readCalendarDays,
} from "./holiday-rules.ts";
import { type EntryTimes, listOccurrences } from "./occurrence-rules.ts";
import { timetable } from "./timetable.ts";

const timeZone = "Europe/Berlin";

function holiday(date: string, change: Partial<HolidayTimes> = {}): HolidayTimes {
  return {
    id: `holiday ${date}`,
    date,
    name: date,
    isYearly: false,
    day: { kind: "usual" },
    ...change,
  };
}

function entry(id: string, startsAt: string, change: Partial<EntryTimes> = {}): EntryTimes {
  return {
    id,
    what: { kind: "show", showId: id },
    startsAt,
    durationMinutes: 60,
    repeat: null,
    except: [],
    priority: 0,
    ...change,
  };
}

/** What begins within this time, as "id 12-25 20:00" in UTC. */
function begins(
  {
    entries,
    holidays,
  }: { readonly entries: readonly EntryTimes[]; readonly holidays: readonly HolidayTimes[] },
  from: string,
  until: string,
): readonly string[] {
  const times = { fromMs: Date.parse(`${from}T00:00Z`), untilMs: Date.parse(`${until}T00:00Z`) };
  return listOccurrences({ entries, holidays, timeZone, ...times }).map(
    (each) =>
      `${each.entry.id} ${new Date(each.fromMs).toISOString().slice(5, 16).replace("T", " ")}`,
  );
}

// 25 December 2026 is a Friday.
const weekdays = entry("news", "2026-11-02T08:00:00", {
  repeat: "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR",
});
const sundays = entry("mass", "2026-11-01T10:00:00", { repeat: "FREQ=WEEKLY;BYDAY=SU" });
const once = entry("special", "2026-12-25T15:00:00");
const entries = [weekdays, sundays, once];

test("[T8] on a holiday like Sunday, entries repeated on Sundays are on, and so are one-time entries", () => {
  const holidays = [holiday("2026-12-25", { day: { kind: "weekday", weekday: 7 } })];

  expect(begins({ entries, holidays }, "2026-12-24", "2026-12-28")).toEqual([
    "news 12-24 07:00",
    "mass 12-25 09:00",
    "special 12-25 14:00",
    "mass 12-27 09:00",
  ]);
});

test("[T8] an exception on the holiday itself applies, one on the day it is like does not", () => {
  const day = { kind: "weekday", weekday: 7 } as const;
  const holidays = [holiday("2026-12-25", { day })];
  const on = (except: readonly string[]) =>
    begins(
      { entries: [{ ...sundays, except: [...except] }], holidays },
      "2026-12-25",
      "2026-12-26",
    );

  expect(on(["2026-12-27"])).toEqual(["mass 12-25 09:00"]);
  expect(on(["2026-12-25"])).toEqual([]);
});

test("[T8] an entry that starts only after the holiday is not on it, and older entries keep their rhythm", () => {
  const holidays = [holiday("2026-12-25", { day: { kind: "weekday", weekday: 7 } })];
  const later = entry("later", "2026-12-27T10:00:00", { repeat: "FREQ=WEEKLY" });
  const odd = entry("odd", "2026-12-20T12:00:00", { repeat: "FREQ=WEEKLY;INTERVAL=2" });

  expect(begins({ entries: [later, odd], holidays }, "2026-12-25", "2026-12-26")).toEqual([]);
});

test("[T8] on a holiday with nothing only one-time entries are on; a holiday that is only a name changes nothing", () => {
  const of = (kind: "nothing" | "usual") => [holiday("2026-12-25", { day: { kind } })];

  expect(begins({ entries, holidays: of("nothing") }, "2026-12-25", "2026-12-26")).toEqual([
    "special 12-25 14:00",
  ]);
  expect(begins({ entries, holidays: of("usual") }, "2026-12-25", "2026-12-26")).toEqual([
    "news 12-25 07:00",
    "special 12-25 14:00",
  ]);
});

test("[T9] a clock fills a whole holiday around one-time entries, even on a day of 23 hours", () => {
  const day = { kind: "clock", clockId: "festive" } as const;
  const show = entry("special", "2027-03-28T15:00:00");
  const spans = timetable({
    entries: [entry("daily", "2027-03-01T12:00:00", { repeat: "FREQ=DAILY" }), show],
    holidays: [holiday("2027-03-28", { day })],
    shows: new Map(),
    timeZone,
    fromMs: Date.parse("2027-03-27T22:00Z"),
    untilMs: Date.parse("2027-03-29T00:00Z"),
  });

  // The day on which clocks go forward is 23 hours long.
  expect(
    spans.map(({ fromMs, untilMs, entryId, content }) => [
      new Date(fromMs).toISOString().slice(5, 16),
      (untilMs - fromMs) / 3_600_000,
      entryId,
      content.kind,
    ]),
  ).toEqual([
    ["03-27T22:00", 1, null, "turns"],
    ["03-27T23:00", 14, "holiday 2027-03-28", "clock"],
    ["03-28T13:00", 1, "special", "turns"],
    ["03-28T14:00", 8, "holiday 2027-03-28", "clock"],
    ["03-28T22:00", 2, null, "turns"],
  ]);
});

test("[T10] a yearly holiday recurs from its first date on; on 29 February in leap years", () => {
  const holidays = [
    holiday("2026-12-25", { isYearly: true }),
    holiday("2024-02-29", { isYearly: true }),
    holiday("2027-05-01"),
  ];
  const between = (fromDate: string, untilDate: string) => [
    ...holidaysBetween(holidays, { fromDate, untilDate }).keys(),
  ];

  expect(between("2024-01-01", "2028-12-31")).toEqual([
    "2024-02-29",
    "2026-12-25",
    "2027-05-01",
    "2027-12-25",
    "2028-02-29",
    "2028-12-25",
  ]);
});

test("[T10] of two holidays on one day the one that is not yearly applies", () => {
  const holidays = [
    holiday("2027-12-25", { id: "b" }),
    holiday("2026-12-25", { id: "a", isYearly: true }),
    holiday("2027-12-25", { id: "c" }),
  ];

  const found = holidaysBetween(holidays, { fromDate: "2027-12-25", untilDate: "2027-12-25" });

  expect([...found.values()].map(({ id }) => id)).toEqual(["b"]);
});

test("[T8] the day of the same week is between its Monday and its Sunday", () => {
  expect([1, 5, 7].map((weekday) => dayOfSameWeek("2026-12-25", weekday))).toEqual([
    "2026-12-21",
    "2026-12-25",
    "2026-12-27",
  ]);
});

test("[T11] future whole-day events of a calendar are read, others are counted", () => {
  const event = (...lines: string[]) => ["BEGIN:VEVENT", ...lines, "END:VEVENT"];
  const calendar = [
    "BEGIN:VCALENDAR",
    ...event("DTSTART;VALUE=DATE:20261225", "SUMMARY;LANGUAGE=en:Christmas\\, the", "  first day"),
    ...event("DTSTART;VALUE=DATE:20200501", "RRULE:FREQ=YEARLY", "SUMMARY:Labour Day"),
    ...event("DTSTART;VALUE=DATE:20250101", "SUMMARY:Over"),
    ...event("DTSTART:20261224T180000Z", "SUMMARY:An evening"),
    ...event("DTSTART;VALUE=DATE:20270230", "SUMMARY:No such day"),
    ...event("DTSTART;VALUE=DATE:20270101", "STATUS:CANCELLED", "SUMMARY:Cancelled"),
    "END:VCALENDAR",
  ].join("\r\n");

  expect(readCalendarDays(calendar, "2026-11-23")).toEqual({
    days: [
      { date: "2026-12-25", name: "Christmas, the first day", isYearly: false },
      { date: "2020-05-01", name: "Labour Day", isYearly: true },
    ],
    leftOut: 4,
  });
  expect(readCalendarDays("BEGIN:VEVENT", "2026-11-23")).toBeNull();
});

const TODAY = "2026-11-23";

const calendarOf = (...events: readonly (readonly string[])[]) =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    ...events.flatMap((lines) => ["BEGIN:VEVENT", ...lines, "END:VEVENT"]),
    "END:VCALENDAR",
  ].join("\r\n");

test("future whole-day events are read, with folded lines, escapes and parameters", () => {
  const text = calendarOf(
    ["DTSTART;VALUE=DATE:20261225", "SUMMARY;LANGUAGE=en:Christmas\\, the", "  first day"],
    ["DTSTART;VALUE=DATE:20200101", "RRULE:FREQ=YEARLY", "SUMMARY:New Year"],
  );

  expect(readCalendarDays(text, TODAY)).toEqual({
    days: [
      { date: "2026-12-25", name: "Christmas, the first day", isYearly: false },
      { date: "2020-01-01", name: "New Year", isYearly: true },
    ],
    leftOut: 0,
  });
});

test.each([
  ["past", ["DTSTART;VALUE=DATE:20251225", "SUMMARY:Christmas"]],
  ["part of a day", ["DTSTART:20261225T100000Z", "SUMMARY:Breakfast"]],
  ["cancelled", ["DTSTART;VALUE=DATE:20261225", "SUMMARY:Christmas", "STATUS:CANCELLED"]],
  ["without a name", ["DTSTART;VALUE=DATE:20261225", "SUMMARY:\\n"]],
  ["of a name that no one sees", ["DTSTART;VALUE=DATE:20261225", "SUMMARY:\u3164"]],
  ["without a date", ["SUMMARY:Some day"]],
  ["no date of the calendar", ["DTSTART;VALUE=DATE:20261399", "SUMMARY:Never"]],
])("an event that is %s is skipped and counted", (_what, lines) => {
  expect(readCalendarDays(calendarOf(lines), TODAY)).toEqual({ days: [], leftOut: 1 });
});

test("a name is cut after 80 characters, and an unterminated event is ignored", () => {
  const text = [
    calendarOf(["DTSTART;VALUE=DATE:20261225", `SUMMARY:${"x".repeat(200)}`]),
    "BEGIN:VEVENT",
    "DTSTART;VALUE=DATE:20261226",
  ].join("\n");

  const read = readCalendarDays(text, TODAY);

  expect(read?.days.map(({ name }) => name.length)).toEqual([80]);
  expect(read?.leftOut).toBe(0);
});

test("a text that is not a calendar is refused", () => {
  expect(readCalendarDays("<html>Not found</html>", TODAY)).toBeNull();
});
