import { expect, test } from "vitest";
import {
  addDays,
  clockFaceOf,
  dayBeforeOf,
  hourStartOf,
  isDate,
  isMonday,
  localDateOf,
  localTimeOf,
  momentOf,
  readLocalTime,
} from "./local-time-rules.ts";

const berlin = "Europe/Berlin";
const iso = (atMs: number) => new Date(atMs).toISOString();

test.each([
  ["2027-01-10T20:00:00", "2027-01-10T19:00:00.000Z"],
  ["2027-07-10T20:00:00", "2027-07-10T18:00:00.000Z"],
  // Clocks go from 02:00 to 03:00: a skipped time means the first moment after the gap.
  ["2027-03-28T01:59:00", "2027-03-28T00:59:00.000Z"],
  ["2027-03-28T02:00:00", "2027-03-28T01:00:00.000Z"],
  ["2027-03-28T02:30:00", "2027-03-28T01:00:00.000Z"],
  ["2027-03-28T03:00:00", "2027-03-28T01:00:00.000Z"],
  // Clocks go from 03:00 to 02:00: a repeated time means the first occurrence.
  ["2027-10-31T02:30:00", "2027-10-31T00:30:00.000Z"],
  ["2027-10-31T03:00:00", "2027-10-31T02:00:00.000Z"],
])("[T2] %s in Berlin is %s", (local, moment) => {
  expect(iso(momentOf(local, berlin))).toBe(moment);
});

test("[T2] gaps of half an hour, and at midnight, end at their first moment", () => {
  expect(iso(momentOf("2027-10-03T02:15", "Australia/Lord_Howe"))).toBe("2027-10-02T15:30:00.000Z");
  expect(iso(momentOf("2024-04-26T00:20", "Africa/Cairo"))).toBe("2024-04-25T22:00:00.000Z");
});

test("a fractional millisecond is rounded down", () => {
  const atMs = Date.parse("2027-07-10T22:45:30.500Z");
  const between = atMs + 0.2622;

  expect(localDateOf(between, berlin)).toBe(localDateOf(atMs, berlin));
  expect(hourStartOf(between, berlin)).toBe(hourStartOf(atMs, berlin));
  expect(dayBeforeOf(between, berlin)).toBe(dayBeforeOf(atMs, berlin));
});

test("each moment has a local date, time and hour", () => {
  const lateMs = Date.parse("2027-07-10T22:45:30.500Z");

  expect(localDateOf(lateMs, berlin)).toBe("2027-07-11");
  expect(localTimeOf(lateMs, berlin)).toBe("2027-07-11T00:45:30");
  expect(clockFaceOf(lateMs, berlin)).toBe("00:45");
  expect(iso(hourStartOf(lateMs, berlin))).toBe("2027-07-10T22:00:00.000Z");
  expect(iso(hourStartOf(lateMs, "Asia/Kolkata"))).toBe("2027-07-10T22:30:00.000Z");
  expect(iso(dayBeforeOf(Date.parse("2027-03-28T18:00:00Z"), berlin))).toBe(
    "2027-03-27T19:00:00.000Z",
  );
});

test("dates are added by the calendar", () => {
  expect([addDays("2028-02-28", 2), addDays("2027-01-01", -1)]).toEqual([
    "2028-03-01",
    "2026-12-31",
  ]);
  expect([isMonday("2027-03-01"), isMonday("2027-03-02")]).toEqual([true, false]);
  expect([isDate("2028-02-29"), isDate("2027-02-29")]).toEqual([true, false]);
  expect([readLocalTime("2027-03-01T20:00"), readLocalTime("2027-03-01T24:00")]).toEqual([
    "2027-03-01T20:00:00",
    null,
  ]);
});
