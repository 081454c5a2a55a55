import { expect, test } from "vitest";
import { growthOf, hourOf, type ProcessSample } from "./soak-rules.ts";

const steady: ProcessSample = {
  residentMib: 200,
  heapMib: 20,
  openFiles: 30,
  threads: 11,
  resources: 8,
};
/** Seven hours, the first of them warm-up; changed from the given hour on. */
function hours(from: number, change: Partial<ProcessSample>): readonly ProcessSample[] {
  return Array.from({ length: 7 }, (_, hour) => (hour >= from ? { ...steady, ...change } : steady));
}

test("an hour is the median of its memory and the minimum of everything else", () => {
  const samples = [
    { residentMib: 300, heapMib: 25, openFiles: 33, threads: 12, resources: 9 },
    { residentMib: 200, heapMib: 20, openFiles: 31, threads: 13, resources: 8 },
    { residentMib: 210, heapMib: 30, openFiles: 30, threads: 11, resources: 20 },
  ];

  expect(hourOf(samples)).toEqual({
    residentMib: 210,
    heapMib: 20,
    openFiles: 30,
    threads: 11,
    resources: 8,
  });
});

test("a process that stays the same has not grown, whatever the first hour was", () => {
  const warmUp = { residentMib: 900, heapMib: 90, openFiles: 90, threads: 90, resources: 90 };

  expect(growthOf("server", hours(7, {}))).toEqual([]);
  expect(growthOf("server", [warmUp, ...hours(7, {})])).toEqual([]);
  expect(growthOf("server", [steady, steady])).toEqual(["too few hours to judge"]);
});

test.each([
  [{ residentMib: 205 }, []],
  [{ residentMib: 207 }, ["memory of server grew by 3.5 % in the second half"]],
  [{ heapMib: 24 }, []],
  [{ heapMib: 25 }, ["the heap of server went from 20 to 25 MiB"]],
  [{ openFiles: 32 }, []],
  [{ openFiles: 33 }, ["openFiles of server went from 30 to 33"]],
  [{ threads: 12 }, ["threads of server went from 11 to 12"]],
  [{ resources: 10 }, []],
  [{ resources: 11 }, ["resources of server went from 8 to 11"]],
])("a soak that goes to %j in its last hours reports %j", (change, told) => {
  expect(growthOf("server", hours(5, change))).toEqual(told);
});

test("memory off its median for an hour is reported", () => {
  const spike = hours(7, {}).with(3, { ...steady, residentMib: 230 });

  expect(growthOf("server", spike)).toEqual(["memory of server was 15 % off its middle"]);
});
