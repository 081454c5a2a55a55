import { expect, test } from "vitest";
import { overLimit, type MeasuredCall } from "./years-rules.ts";

const call: MeasuredCall = {
  database: "embedded",
  path: "/api/users",
  call: "/api/users",
  bytes: 100,
  p99Ms: 5,
  failed: 0,
};

test("a call within its limits is not mentioned", () => {
  expect(overLimit([call, { ...call, bytes: 128 * 1024, p99Ms: 100 }])).toEqual([]);
});

test("a call over its size or time limit is named with the limit", () => {
  expect(overLimit([{ ...call, bytes: 128 * 1024 + 103, p99Ms: 100.1 }])).toEqual([
    "/api/users (embedded) answered 128.1 KiB, and may answer 128",
    "/api/users (embedded) took 100.1 ms, and may take 100",
  ]);
});

test("a list with a maximum length may be larger, with any query", () => {
  const favourites = {
    ...call,
    path: "/api/favourites",
    call: "/api/favourites?x=1",
    bytes: 400 * 1024,
  };

  expect(overLimit([favourites])).toEqual([]);
  expect(overLimit([{ ...favourites, bytes: 513 * 1024 }])).toHaveLength(1);
});

test("a report over a year may take longer than a page of it", () => {
  const year = { ...call, call: "/api/spots?from=2030-01-01&to=2030-12-31", p99Ms: 400 };

  expect(overLimit([year])).toEqual([]);
  expect(overLimit([{ ...year, call: "/api/spots" }])).toHaveLength(1);
});

test("a failed call is named", () => {
  expect(overLimit([{ ...call, failed: 3 }])).toEqual(["/api/users (embedded) failed 3 times"]);
});
