import { expect, test } from "vitest";
import { areaOf } from "./areas.ts";
import { importsBetween, readDuration, turned } from "./suite-order.ts";

test("each turn starts at another place, and none is left out", () => {
  expect([0, 1, 2, 3].map((turn) => turned(["a", "b", "c"], turn).join(""))).toEqual([
    "abc",
    "bca",
    "cab",
    "abc",
  ]);
  expect(turned([], 7)).toEqual([]);
});

test("a duration is in minutes or seconds, and nothing else", () => {
  expect(["50m", "90s", "50", "1h", "m", "-1m"].map(readDuration)).toEqual([
    3_000_000,
    90_000,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test("a suite's distance to a change is the shortest chain of imports, if there is one", () => {
  const files = new Map(
    Object.entries({
      "rule.ts": [],
      "store.ts": ["rule.ts"],
      "rule.test.ts": ["rule.ts"],
      "store.test.ts": ["store.ts", "rule.ts"],
      "page.test.ts": ["store.ts", "page.test.ts"],
      "other.test.ts": [],
    }).map(([name, imports]) => [name, { imports }]),
  );

  const between = importsBetween(files, ["rule.ts"]);

  expect(Object.fromEntries(between)).toEqual({
    "rule.ts": 0,
    "store.ts": 1,
    "rule.test.ts": 1,
    "store.test.ts": 1,
    "page.test.ts": 2,
  });
});

test.each([
  ["packages/irc/src/client/session.test.ts", "irc"],
  ["packages/contract/src/levels.test.ts", "server"],
  ["packages/process/src/log.test.ts", "launcher"],
  ["packages/test-station/deploy/docs.deploy.test.ts", "deploy"],
  ["packages/test-station/tests/chat.e2e.test.ts", "web"],
  ["packages/test-station/tests/dj.integration.test.ts", "on-air"],
  ["packages/test-station/tests/take-over.failover.test.ts", "launcher"],
  ["scripts/areas.test.ts", undefined],
])("%s belongs to the area %s", (suite, area) => {
  expect(areaOf(suite)).toBe(area);
});
