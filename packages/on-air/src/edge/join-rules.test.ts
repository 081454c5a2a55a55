import { expect, test } from "vitest";
import { firstToTake } from "./join-rules.ts";

/** Frames of 25 ms, by their numbers. */
const frames = (from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, index) => `frame ${from + index}`);
const frameMs = 25;

test("after a short break the sound goes on with the frame behind the last one", () => {
  const had = frames(0, 100);
  const coming = frames(80, 200);

  expect(firstToTake({ coming, had, frameMs, overdueMs: 1500 })).toBe(20);
});

test("what would be heard more than 4 s late is passed over", () => {
  const had = frames(0, 100);
  const coming = frames(80, 300);

  expect(firstToTake({ coming, had, frameMs, overdueMs: 0 })).toBe(220);
});

test("after a long break the newest sound comes that there is room for", () => {
  const coming = frames(1000, 1160);

  expect(firstToTake({ coming, had: frames(0, 100), frameMs, overdueMs: 1000 })).toBe(120);
  expect(firstToTake({ coming, had: frames(0, 100), frameMs, overdueMs: -300 })).toBe(160);
});

test("silence is not taken for the sound that was heard last", () => {
  const silence = Array.from({ length: 100 }, () => "silence");

  expect(firstToTake({ coming: silence, had: silence, frameMs, overdueMs: 250 })).toBe(90);
});
