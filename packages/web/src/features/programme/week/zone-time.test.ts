import { expect, test } from "vitest";
import { clockChangeOn, localMoment, nextFullHour } from "./zone-time.ts";

test("a moment is in the station's local time, wherever the visitor is", () => {
  const at = Date.parse("2026-11-23T23:30:00Z");

  expect(localMoment(at, "Europe/Berlin")).toEqual({ date: "2026-11-24", minute: 30 });
  expect(localMoment(at, "America/St_Johns")).toEqual({ date: "2026-11-23", minute: 1200 });
});

test("the days on which the clocks change are known, with the times before and after", () => {
  expect(clockChangeOn("2026-03-29", "Europe/Berlin")).toEqual({ fromMinute: 120, toMinute: 180 });
  expect(clockChangeOn("2026-10-25", "Europe/Berlin")).toEqual({ fromMinute: 180, toMinute: 120 });
  expect(clockChangeOn("2026-11-01", "America/New_York")).toEqual({
    fromMinute: 120,
    toMinute: 60,
  });
  expect(clockChangeOn("2026-10-26", "Europe/Berlin")).toBeUndefined();
  expect(clockChangeOn("2026-03-29", "Asia/Tokyo")).toBeUndefined();
});

test.each([
  ["2027-03-01T22:40:00Z", "Europe/Berlin", { date: "2027-03-02", minute: 0 }],
  ["2027-03-01T13:00:30Z", "Europe/Berlin", { date: "2027-03-01", minute: 900 }],
  ["2027-03-01T13:00:30Z", "Asia/Kolkata", { date: "2027-03-01", minute: 1140 }],
  // The clocks go forward from 2 to 3, and back from 3 to 2: from 2:20 the next hour that is not over is 3.
  ["2027-03-28T00:20:00Z", "Europe/Berlin", { date: "2027-03-28", minute: 180 }],
  ["2027-10-31T00:20:00Z", "Europe/Berlin", { date: "2027-10-31", minute: 180 }],
  // Back by half an hour, from 2 to 1:30.
  ["2027-04-03T14:40:00Z", "Australia/Lord_Howe", { date: "2027-04-04", minute: 120 }],
])("after %s the next full hour in %s is one to come", (at, timeZone, expected) => {
  expect(nextFullHour(Date.parse(at), timeZone)).toEqual(expected);
});
