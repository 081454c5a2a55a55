import { expect, test } from "vitest";
import { createVisitorLimit } from "./rate-limit.ts";

test("each visitor is limited, a network at ten times the rate, and told when to retry", () => {
  let nowMs = 1000;
  const limit = createVisitorLimit({ burst: 1, perSecond: 1, nowMs: () => nowMs });
  const visitor = (n: number) => ({ key: `visitor:${n}`, network: "192.0.2.1" });

  expect(limit.take(visitor(0))).toBeNull();
  expect(limit.take(visitor(0))).toBe(2000);
  for (let n = 1; n < 10; n += 1) expect(limit.take(visitor(n))).toBeNull();
  expect(limit.take(visitor(10))).toBe(1100);
  expect(limit.take({ key: "visitor:11", network: "192.0.2.2" })).toBeNull();

  nowMs = 2000;
  expect(limit.take(visitor(0))).toBeNull();
});

test("setting the clock back lengthens no wait", () => {
  let nowMs = 7_200_000;
  const limit = createVisitorLimit({ burst: 2, perSecond: 1, nowMs: () => nowMs });
  const visitor = { key: "visitor:0", network: "192.0.2.1" };
  expect(limit.take(visitor)).toBeNull();

  nowMs = 3_600_000;
  expect(limit.take(visitor)).toBeNull();
  expect(limit.take(visitor)).toBe(nowMs + 1000);
});
