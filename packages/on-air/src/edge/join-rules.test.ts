import { expect, test } from "vitest";
import { firstToTake } from "./join-rules.ts";

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
