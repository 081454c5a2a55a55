import { expect, test } from "vitest";
import { EngineClock } from "./engine-clock.ts";

const SECOND_NS = 1_000_000_000n;

test("a sample's due time does not depend on when it is asked for", () => {
  const clock = new EngineClock({
    positionSamples: 1000,
    dueNs: 5n * SECOND_NS,
    clockSpeed: 1,
    leadMs: 500,
  });

  expect(clock.heardAt(5n * SECOND_NS)).toBe(1000);
  expect(clock.heardAt(8n * SECOND_NS)).toBe(1000 + 3 * 44_100);
  expect(clock.wantedAt(8n * SECOND_NS)).toBe(1000 + 3.5 * 44_100);
  expect(clock.untilWantedNs(1000 + 4.5 * 44_100, 8n * SECOND_NS)).toBeCloseTo(1e9);
});

test("up to five seconds are caught up, more is dropped", () => {
  const clock = new EngineClock({ positionSamples: 0, dueNs: 0n, clockSpeed: 1, leadMs: 500 });

  expect(clock.isBeyondCatchUp(0, 4n * SECOND_NS)).toBe(false);
  expect(clock.isBeyondCatchUp(0, 5n * SECOND_NS)).toBe(true);

  clock.reanchor(0, 9n * SECOND_NS);

  expect(clock.wantedAt(9n * SECOND_NS)).toBe(0);
});

test("at twenty times real time the lead is still 50 ms of wall clock", () => {
  const clock = new EngineClock({ positionSamples: 0, dueNs: 0n, clockSpeed: 20, leadMs: 400 });

  expect(clock.wantedAt(0n)).toBe(44_100);
});

test("a requested lead is kept", () => {
  const clock = new EngineClock({ positionSamples: 0, dueNs: 0n, clockSpeed: 1, leadMs: 400 });

  expect(clock.wantedAt(0n)).toBe(0.4 * 44_100);
});
