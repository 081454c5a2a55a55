import { expect, test } from "vitest";
import { momentOfHour, timeInZone } from "./try-hour.tsx";

test.each([
  ["2027-03-01", 14, "Europe/Berlin", "2027-03-01T13:00:00.000Z"],
  ["2027-03-01", 0, "Pacific/Auckland", "2027-02-28T11:00:00.000Z"],
  ["2027-03-01", 14, "Asia/Kolkata", "2027-03-01T08:30:00.000Z"],
  // The clocks go forward from 2 to 3.
  ["2027-03-28", 2, "Europe/Berlin", undefined],
  ["", 14, "Europe/Berlin", undefined],
])("hour %s %d in %s starts at %s", (date, hour, timeZone, at) => {
  expect(momentOfHour({ date, hour }, timeZone)).toBe(at);
});

test("a time is in the station's time zone", () => {
  expect(timeInZone("2027-03-01T13:05:09.000Z", "Europe/Berlin")).toBe("14:05:09");
});
