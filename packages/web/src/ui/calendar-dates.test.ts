import { expect, test } from "vitest";
import {
  daysBetween,
  daysLater,
  dayWords,
  minuteOf,
  mondayOf,
  placeInMonth,
  timeWords,
  weekdayOf,
  weekFrom,
  weekWords,
} from "./calendar-dates.ts";

test("a week starts on Monday, across the ends of months and years", () => {
  expect([mondayOf("2026-11-23"), mondayOf("2026-11-29"), mondayOf("2027-01-01")]).toEqual([
    "2026-11-23",
    "2026-11-23",
    "2026-12-28",
  ]);
  expect(weekFrom("2026-12-28").at(-1)).toBe("2027-01-03");
  expect([weekdayOf("2026-11-23"), weekdayOf("2026-11-29")]).toEqual(["MO", "SU"]);
});

test("days are counted across a leap day", () => {
  expect([daysLater("2028-02-28", 2), daysLater("2028-03-01", -1)]).toEqual([
    "2028-03-01",
    "2028-02-29",
  ]);
  expect([
    daysBetween("2028-02-28", "2028-03-01"),
    daysBetween("2026-11-29", "2026-11-23"),
  ]).toEqual([2, -6]);
});

test("days and weeks are written in words", () => {
  expect(dayWords("2026-11-23")).toBe("Monday, 23 November");
  expect(weekWords("2026-12-28")).toBe("28 December – 3 January 2027");
});

test("a day's position among the same weekdays of its month is known, and the fifth is the last", () => {
  expect(["2026-11-02", "2026-11-09", "2026-11-30"].map(placeInMonth)).toEqual([1, 2, -1]);
});

test("a time of day is minutes since midnight", () => {
  expect([timeWords(0), timeWords(1215), timeWords(1440)]).toEqual(["00:00", "20:15", "24:00"]);
  expect([minuteOf("20:15"), minuteOf("00:00:00"), minuteOf("")]).toEqual([1215, 0, undefined]);
});
