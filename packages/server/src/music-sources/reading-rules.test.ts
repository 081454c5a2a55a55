import { expect, test } from "vitest";
import { decideMissed, decideReading, isLookDue } from "./reading-rules.ts";

const HOUR_MS = 3_600_000;
const situation = {
  nowMs: 100 * HOUR_MS,
  everyMs: HOUR_MS,
  lookedAtMs: 99.5 * HOUR_MS,
  isUnderWay: false,
  isWanted: false,
};
const look = {
  ...situation,
  isScanning: false,
  stamp: "a",
  stampBefore: "a",
  readAtMs: 90 * HOUR_MS,
};

test.each([
  ["its time has not come", {}, false],
  ["its time has come", { lookedAtMs: 99 * HOUR_MS }, true],
  ["it was never read", { lookedAtMs: null }, true],
  ["a reading was interrupted", { isUnderWay: true }, true],
  ["an operator wants it", { isWanted: true }, true],
])("a source is checked when it is due: %s", (_case, change, isDue) => {
  expect(isLookDue({ ...situation, ...change })).toBe(isDue);
});

test.each([
  ["says that nothing has changed", {}, "unchanged"],
  ["says nothing that tells of changes", { stamp: null }, "read"],
  ["has changed", { stamp: "b" }, "read"],
  ["was never read whole", { readAtMs: null }, "read"],
  ["was not read whole for a day", { readAtMs: 75 * HOUR_MS }, "read"],
  ["is wanted by an operator", { isWanted: true }, "read"],
  ["scans its own folders", { isScanning: true, isWanted: true }, "later"],
] as const)("a source that %s: %s", (_case, change, decision) => {
  expect(decideReading({ ...look, ...change })).toBe(decision);
});

test.each([
  ["none", { known: 100, missed: 0, missedBefore: 0 }],
  ["empty", { known: 100, missed: 100, missedBefore: 100 }],
  ["gone", { known: 100, missed: 19, missedBefore: 0 }],
  ["gone", { known: 100, missed: 50, missedBefore: 0 }],
  ["doubted", { known: 100, missed: 51, missedBefore: 0 }],
  ["doubted", { known: 100, missed: 51, missedBefore: 60 }],
  ["gone", { known: 100, missed: 51, missedBefore: 51 }],
] as const)("missing tracks are %s: %o", (decision, missing) => {
  expect(decideMissed(missing)).toBe(decision);
});
