import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  formatClock,
  formatDateAndTime,
  formatDayAndTime,
  formatDecibels,
  formatHours,
  formatTimeOfDay,
} from "./format-time.ts";

test("a length shows minutes and seconds, and hours only if there are any", () => {
  expect([0, 59_999, 61_000, 3_729_000, null].map(formatClock)).toEqual([
    "0:00",
    "0:59",
    "1:01",
    "1:02:09",
    "—",
  ]);
});

test("a long time is written in hours and minutes", () => {
  expect([0, 59 * 60_000, 125 * 60_000].map(formatHours)).toEqual(["0m", "59m", "2h 5m"]);
});

test("a level without signal is an em dash, never a number", () => {
  expect([formatDecibels(-6.24), formatDecibels(null)]).toEqual(["-6.2 dB", "— dB"]);
});

test("the time of a comment is 'MMM d, HH:mm'", () => {
  expect([
    formatDayAndTime(new Date(2030, 0, 31, 20, 5).getTime()),
    formatDayAndTime(new Date(2030, 10, 2, 0, 7).getTime()),
  ]).toEqual(["Jan 31, 20:05", "Nov 2, 00:07"]);
});

test("a date that may be years ago shows its year", () => {
  expect(formatDateAndTime(new Date(2030, 0, 31, 20, 5).getTime())).toBe("Jan 31, 2030, 20:05");
});

test("a time of day is formatted as the browser would, in the visitor's time zone", () => {
  fc.assert(
    fc.property(fc.date({ noInvalidDate: true }), (at) => {
      const written = at.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
      expect(formatTimeOfDay(at.getTime())).toBe(written);
    }),
  );
});
