import { expect, test } from "vitest";
import { coveredParts, placed, segmentsOf, spanBetween } from "./week-geometry.ts";

const DATE = "2026-11-23";
const day = (item: string, fromMinute: number, toMinute: number) => ({
  item,
  date: DATE,
  fromMinute,
  toMinute,
  isBegun: true,
  goesOn: false,
});

test("an occurrence past midnight has a part on each day", () => {
  expect(segmentsOf("late", { date: DATE, minute: 1380, minutes: 120 })).toEqual([
    { ...day("late", 1380, 1440), goesOn: true },
    { ...day("late", 0, 60), date: "2026-11-24", isBegun: false },
  ]);
  expect(segmentsOf("till midnight", { date: DATE, minute: 1380, minutes: 60 })).toEqual([
    day("till midnight", 1380, 1440),
  ]);
});

test("the length of a span is in local time, also when the clocks change", () => {
  const inBerlin = (startsAt: string, endsAt: string) =>
    spanBetween({ startsAt, endsAt }, "Europe/Berlin");

  expect(inBerlin("2026-11-23T19:00:00Z", "2026-11-23T21:00:00Z")).toEqual({
    date: DATE,
    minute: 1200,
    minutes: 120,
  });
  expect(inBerlin("2026-03-29T00:00:00Z", "2026-03-29T02:00:00Z").minutes).toBe(180);
  expect(inBerlin("2026-10-24T22:00:00Z", "2026-10-25T03:00:00Z").minutes).toBe(240);
  expect(inBerlin("2026-10-25T00:30:00Z", "2026-10-25T01:00:00Z").minutes).toBe(30);
});

test("overlapping segments are side by side, and later ones have the full width again", () => {
  const lanes = placed([
    day("a", 600, 720),
    day("b", 660, 780),
    day("c", 720, 780),
    day("d", 780, 800),
  ]).map(({ item, lane, lanes: count }) => [item, lane, count]);

  expect(lanes).toEqual([
    ["a", 0, 2],
    ["b", 1, 2],
    ["c", 0, 2],
    ["d", 0, 1],
  ]);
});

test("a segment drawn longer than it is does not cover the next", () => {
  expect(placed([day("spot", 600, 605), day("show", 605, 700)]).map(({ lanes }) => lanes)).toEqual([
    2, 2,
  ]);
});

test("covered parts are within the segment and joined where they touch", () => {
  expect(
    coveredParts(day("a", 600, 720), [
      day("b", 700, 800),
      day("c", 630, 650),
      day("d", 650, 660),
      day("e", 100, 600),
    ]),
  ).toEqual([
    { fromMinute: 630, toMinute: 660 },
    { fromMinute: 700, toMinute: 720 },
  ]);
});
