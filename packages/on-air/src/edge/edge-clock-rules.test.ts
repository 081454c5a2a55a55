import { expect, test } from "vitest";
import { followArrival, noArrivals } from "./edge-clock-rules.ts";

test("sound that comes early moves the clock forward", () => {
  const { laterMs } = followArrival({ arrivals: noArrivals(0), aheadMs: 300, nowMs: 10 });

  expect(laterMs).toBe(-300);
});

test("delayed sound moves nothing", () => {
  const arrivals = { sinceMs: 0, mostAheadMs: 0 };

  expect(followArrival({ arrivals, aheadMs: -1500, nowMs: 31_000 }).laterMs).toBe(-0);
});

test("when all sound of half a minute is late, it is due later", () => {
  let arrivals = noArrivals(0);
  const moves: number[] = [];
  for (let nowMs = 0; nowMs <= 30_000; nowMs += 1000) {
    const next = followArrival({ arrivals, aheadMs: nowMs === 15_000 ? -40 : -90, nowMs });
    arrivals = next.arrivals;
    moves.push(next.laterMs);
  }

  expect(moves).toEqual([...Array.from({ length: 30 }, () => 0), 40]);
});
