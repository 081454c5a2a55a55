import { expect, test } from "vitest";
import { dayBeforeOf, hourStartOf } from "../schedule/local-time-rules.ts";
import { clockFace } from "./station-schedule.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

test.each([
  ["Europe/Berlin", "2027-03-28T01:00:00Z"],
  ["Europe/Berlin", "2027-10-31T01:00:00Z"],
  ["Australia/Lord_Howe", "2027-04-03T15:00:00Z"],
  ["Pacific/Apia", "2011-12-30T10:00:00Z"],
  ["UTC", "2027-03-28T01:00:00Z"],
])("hours and previous days follow the calendar in %s around %s", (timeZone, change) => {
  const changeMs = Date.parse(change);
  const face = clockFace(timeZone);
  const count = (6 * DAY_MS) / (15 * MINUTE_MS);
  const moments = Array.from(
    { length: count },
    (_, index) => changeMs - 3 * DAY_MS + index * 15 * MINUTE_MS,
  );

  const shown = moments.map((atMs) => [face.hourStart(atMs), face.dayBefore(atMs)]);

  expect(shown).toEqual(
    moments.map((atMs) => [hourStartOf(atMs, timeZone), dayBeforeOf(atMs, timeZone)]),
  );
});
