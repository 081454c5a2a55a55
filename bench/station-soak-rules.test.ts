import { expect, test } from "vitest";
import {
  anHourOf,
  day,
  deeds,
  growthOf,
  hoursIn,
  missedOf,
  openFilesOf,
  slopeOf,
  tableGrowthOf,
  unboundedOf,
  type Deed,
  type RestingProcess,
} from "./station-soak-rules.ts";

const steady: RestingProcess = {
  pid: 1,
  heapMib: 40,
  residentMib: 200,
  openFiles: 30,
  threads: 11,
  timers: 5,
  resources: 12,
};
function hours(
  count: number,
  change: (hour: number) => Partial<RestingProcess>,
): readonly RestingProcess[] {
  return Array.from({ length: count }, (_, hour) => ({ ...steady, ...change(hour) }));
}
const counts = (share: number): Record<Deed, number> => ({
  ...day,
  ...Object.fromEntries(deeds.map((deed) => [deed, day[deed] * share])),
});

test("a slope is the median of all pairs, so one outlier makes no difference", () => {
  expect(slopeOf([1, 3, 5, 7])).toBe(2);
  expect(slopeOf([5, 5, 500, 5, 5])).toBe(0);
  expect([slopeOf([]), slopeOf([7])]).toEqual([0, 0]);
});

test("every action of a day divides into whole numbers per hour, and a whole day takes sixteen minutes", () => {
  expect(deeds.filter((deed) => !Number.isInteger(anHourOf(deed)))).toEqual([]);
  expect([hoursIn(0.1), hoursIn(3), hoursIn(16), hoursIn(60)]).toEqual([4, 5, 24, 24]);
});

test("a process that settles after its first hours has not grown", () => {
  const settles = hours(24, (hour) => (hour < 6 ? { heapMib: 20, residentMib: 120 } : {}));

  expect(growthOf("server", settles)).toEqual([]);
});

test.each([
  ["heapMib", 0.5, "heapMib of server grew by 8.5 in 17 hours, and may grow by 8 in a day"],
  [
    "residentMib",
    1.5,
    "residentMib of server grew by 25.5 in 17 hours, and may grow by 24 in a day",
  ],
  ["openFiles", 1, "openFiles of server grew by 17.0 in 17 hours, and may grow by 4 in a day"],
  ["threads", 1, "threads of server grew by 17.0 in 17 hours, and may grow by 2 in a day"],
  ["timers", 1, "timers of server grew by 17.0 in 17 hours, and may grow by 4 in a day"],
  ["resources", 1, "resources of server grew by 17.0 in 17 hours, and may grow by 6 in a day"],
] as const)("a leak of %s is found", (figure, perHour, sentence) => {
  const leaks = hours(24, (hour) => ({ [figure]: steady[figure] + hour * perHour }));

  expect(growthOf("server", leaks)).toEqual([sentence]);
});

test("short runs judge the heap but not resident memory, and a restarted process is named", () => {
  const grows = hours(5, (hour) => ({ residentMib: 100 + hour * 30, heapMib: 40 + hour * 5 }));
  const died = hours(5, (hour) => ({ pid: hour }));

  expect(growthOf("server", grows)).toEqual([
    "heapMib of server grew by 15.0 in 3 hours, and may grow by 8 in a day",
  ]);
  expect(growthOf("engine", died)).toEqual(["engine was started again"]);
  expect(
    growthOf(
      "engine",
      hours(3, () => ({})),
    ),
  ).toEqual(["engine: too few hours to judge"]);
});

test("database files are not counted, unless one is open twice or deleted", () => {
  const kept = [
    "/data/database/base/5/1",
    "/data/database/base/5/2",
    "/data/database/base/5/2_fsm",
  ];
  const others = ["socket:[7]", "/data/music/one.mp3", "/data/database-old/base/5/1"];
  const leaked = ["/data/database/base/5/2", "/data/database/base/5/9 (deleted)"];

  expect(openFilesOf([...kept, ...others], "/data/database/")).toBe(3);
  expect(openFilesOf([...kept, ...others, ...leaked], "/data/database/")).toBe(5);
});

test("actions of a day that did not happen are named, for the hours simulated", () => {
  expect(missedOf(counts(1), 24)).toEqual([]);
  expect(missedOf(counts(0.25), 6)).toEqual([]);
  expect(missedOf({ ...counts(1), uploads: 23 }, 24)).toEqual(["23 of 24 uploads came to pass"]);
});

test("a list of fixed length is named when it grows", () => {
  const values = (perHour: number) => Array.from({ length: 8 }, (_, hour) => 100 + hour * perHour);

  const planItems = (perHour: number) => [
    { name: "rows of plan_items", values: values(perHour), mayGrowBy: 10 },
  ];

  expect(unboundedOf(planItems(1))).toEqual([]);
  expect(unboundedOf(planItems(3))).toEqual(["rows of plan_items grew by 15, and may grow by 10"]);
});

test("each table may grow by twice what a day's actions leave there, and is judged by bytes if its rows can't be read", () => {
  const hoursOf = (perHour: { requests: number; plan: number; sessionBytes: number }) =>
    Array.from({ length: 24 }, (_, hour) => ({
      requests: { rows: hour * perHour.requests, bytes: 0 },
      plan_items: { rows: 80 + hour * perHour.plan, bytes: 0 },
      sessions: { rows: null, bytes: 65_536 + hour * perHour.sessionBytes },
    }));
  const usual = { requests: day.requests / 24, plan: 0, sessionBytes: 8192 };

  expect(unboundedOf(tableGrowthOf(hoursOf(usual)))).toEqual([]);
  expect(unboundedOf(tableGrowthOf(hoursOf({ ...usual, requests: 40 })))).toEqual([
    "rows of requests grew by 680, and may grow by 384",
  ]);
  expect(unboundedOf(tableGrowthOf(hoursOf({ ...usual, plan: 10 })))).toEqual([
    "rows of plan_items grew by 170, and may grow by 100",
  ]);
  // One row per call.
  expect(unboundedOf(tableGrowthOf(hoursOf({ ...usual, sessionBytes: 170_000 })))).toEqual([
    "bytes of sessions grew by 2890000, and may grow by 196608",
  ]);
});
