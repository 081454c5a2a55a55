import { expect, test } from "vitest";
import { findRepeatProblem, listDates } from "./repeat-rules.ts";

const march = { fromDate: "2027-03-01", untilDate: "2027-03-31" };

function datesOf(startsAt: string, repeat: string | null, except: readonly string[] = []) {
  return listDates({ startsAt, repeat, except }, march).map((date) => Number(date.slice(8)));
}

test.each([
  ["2027-03-03T20:00:00", null, [3]],
  ["2027-02-28T20:00:00", null, []],
  ["2027-03-25T20:00:00", "FREQ=DAILY", [25, 26, 27, 28, 29, 30, 31]],
  ["2026-01-05T20:00:00", "FREQ=WEEKLY;BYDAY=MO,SU", [1, 7, 8, 14, 15, 21, 22, 28, 29]],
  ["2027-02-22T20:00:00", "FREQ=WEEKLY;INTERVAL=2", [8, 22]],
  ["2027-02-22T20:00:00", "FREQ=WEEKLY;COUNT=3", [1, 8]],
  ["2027-02-22T20:00:00", "FREQ=WEEKLY;UNTIL=20270315", [1, 8, 15]],
  ["2026-01-01T20:00:00", "FREQ=MONTHLY;BYDAY=-1FR", [26]],
  ["2026-01-31T20:00:00", "FREQ=MONTHLY", [31]],
] as const)("a start on %s repeated by %s occurs in March on %j", (startsAt, repeat, days) => {
  expect(datesOf(startsAt, repeat)).toEqual(days);
});

test("[T1] an entry is not on at its exceptions, which still count as occurrences", () => {
  expect(datesOf("2027-03-01T20:00:00", "FREQ=DAILY;COUNT=4", ["2027-03-02"])).toEqual([1, 3, 4]);
});

test("[T1] a rule without an end still works after a hundred years", () => {
  const far = { fromDate: "2127-03-01", untilDate: "2127-03-02" };
  const entry = { startsAt: "2027-01-01T20:00:00", repeat: "FREQ=DAILY", except: [] };

  expect(listDates(entry, far)).toEqual(["2127-03-01", "2127-03-02"]);
});

test.each([
  ["FREQ=SECONDLY", "FREQ"],
  ["FREQ=YEARLY", "FREQ"],
  ["INTERVAL=2", "FREQ"],
  ["", "''"],
  ["FREQ=DAILY;FREQ=DAILY", "FREQ=DAILY"],
  ["FREQ=DAILY;INTERVAL=0", "INTERVAL"],
  ["FREQ=DAILY;INTERVAL=100", "INTERVAL"],
  ["FREQ=DAILY;COUNT=0", "COUNT"],
  ["FREQ=DAILY;COUNT=99999", "COUNT"],
  ["FREQ=DAILY;COUNT=2;UNTIL=20270301", "not both"],
  ["FREQ=DAILY;UNTIL=20270230", "UNTIL"],
  ["FREQ=DAILY;UNTIL=20270301T100000Z", "UNTIL"],
  ["FREQ=WEEKLY;BYDAY=XX", "BYDAY"],
  ["FREQ=WEEKLY;BYDAY=1MO", "BYDAY"],
  ["FREQ=MONTHLY;BYDAY=9MO", "BYDAY"],
  ["FREQ=DAILY;BYHOUR=1,2,3", "BYHOUR"],
])("the rule '%s' is refused, naming %s", (repeat, named) => {
  expect(findRepeatProblem(repeat)).toContain(named);
});

test.each([
  "FREQ=DAILY",
  "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE;UNTIL=20271231",
  "FREQ=MONTHLY;BYDAY=1MO,-1FR;COUNT=10",
])("the rule '%s' is accepted", (repeat) => {
  expect(findRepeatProblem(repeat)).toBeNull();
});
