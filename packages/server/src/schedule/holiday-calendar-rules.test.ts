import { expect, test } from "vitest";
import { readCalendarDays } from "./holiday-calendar-rules.ts";

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
