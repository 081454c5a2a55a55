import { expect, test } from "vitest";
import {
  ratiosOf,
  shownNumber,
  shownRow,
  shownSpread,
  spreadOf,
  storedRows,
} from "./result-rules.ts";

test("a stored row is named by its texts, and keeps the value of each round", () => {
  const rows = storedRows([
    { database: "embedded", what: "search", connections: 10, "p99 ms": [4, 3.5, 9] },
    { what: "not reached", icecast: Number.NaN },
  ]);

  expect(rows).toEqual([
    { what: "embedded, search", figures: { connections: [10], "p99 ms": [4, 3.5, 9] } },
    { what: "not reached", figures: {} },
  ]);
});

test("figures are shown as median and spread", () => {
  expect(spreadOf([3, 1, 2, 9])).toEqual({ median: 2.5, least: 1, most: 9 });
  expect(shownSpread([1.234, 1.5, 1.1])).toBe("1.23 (1.10 to 1.50)");
  expect(shownSpread([7, 7])).toBe("7");
  expect(shownRow({ what: "CPU", ours: [1, 2, 3], theirs: 4, ratio: [] })).toEqual({
    what: "CPU",
    ours: "2 (1 to 3)",
    theirs: 4,
    ratio: "",
  });
});

test("numbers have three significant digits and thousands separators", () => {
  expect([0.123_4, 9.876, 45.67, 123.4, 15_000, 1_234_567.8].map(shownNumber)).toEqual([
    "0.12",
    "9.88",
    "45.7",
    "123",
    "15,000",
    "1,234,568",
  ]);
});

test("sides are compared round by round, for as many rounds as both have", () => {
  expect(ratiosOf([2, 3, 5], [10, 12])).toEqual([0.2, 0.25]);
  expect(ratiosOf([2], [0])).toEqual([]);
});
