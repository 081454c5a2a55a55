import { expect, test } from "vitest";
import { firstToTake, followArrival, noArrivals } from "./carried-mount-rules.ts";

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

/** Frames of 25 ms, by their numbers. */
const frames = (from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, index) => `frame ${from + index}`);
const frameMs = 25;

test("after a short break the sound continues with the next frame", () => {
  const had = frames(0, 100);
  const coming = frames(80, 200);

  expect(firstToTake({ coming, had, frameMs, overdueMs: 1500 })).toBe(20);
});

test("frames that would be heard more than 4 s late are skipped", () => {
  const had = frames(0, 100);
  const coming = frames(80, 300);

  expect(firstToTake({ coming, had, frameMs, overdueMs: 0 })).toBe(220);
});

test("after a long break the newest sound that fits is played", () => {
  const coming = frames(1000, 1160);

  expect(firstToTake({ coming, had: frames(0, 100), frameMs, overdueMs: 1000 })).toBe(120);
  expect(firstToTake({ coming, had: frames(0, 100), frameMs, overdueMs: -300 })).toBe(160);
});

test("silence is not mistaken for the last sound heard", () => {
  const silence = Array.from({ length: 100 }, () => "silence");

  expect(firstToTake({ coming: silence, had: silence, frameMs, overdueMs: 250 })).toBe(90);
});
