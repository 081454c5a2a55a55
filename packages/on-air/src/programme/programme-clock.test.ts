import * as fc from "fast-check";
import { expect, test } from "vitest";
import { dueNsOf, positionAt, wallMsOf } from "./programme-clock.ts";
import { firstPositionSamples } from "./remembered-position.ts";

test("a position is due when the clock says so", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1_000_000_000_000 }),
      fc.integer({ min: 0, max: 100_000_000 }),
      fc.constantFrom(1, 8, 100),
      (start, ahead, speed) => {
        const clock = { positionSamples: start, dueNs: 5_000_000_000n, speed };

        expect(positionAt(clock, dueNsOf(clock, start + ahead))).toBeCloseTo(start + ahead, 1);
      },
    ),
  );
});

test("the wall-clock time of a position follows from when it is due", () => {
  const clock = { positionSamples: 44_100, dueNs: 1_000_000_000n, speed: 1 };

  const wallMs = wallMsOf({ clock, positionSamples: 88_200, nowNs: 500_000_000n, nowMs: 10_000 });

  expect(wallMs).toBe(11_500);
});

test("a new run starts after everything the last one sent, even if the wall clock went back", () => {
  const remembered = { endSamples: 441_000, atMs: 100_000 };
  const marginSamples = 44_100;

  expect(firstPositionSamples({ remembered: null, nowMs: 5, marginSamples })).toBe(0);
  expect(firstPositionSamples({ remembered, nowMs: 110_000, marginSamples })).toBe(926_100);
  expect(firstPositionSamples({ remembered, nowMs: 50_000, marginSamples })).toBe(485_100);
});
