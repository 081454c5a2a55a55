import { expect, test } from "vitest";
import { minutesLeft, sleepStep } from "./sleep-rules.ts";

const heard = { playId: "one", remainingMs: 60_000 };

test("a timer fades during its last ten seconds and then stops", () => {
  const plan = { kind: "at", endsAtMs: 900_000 } as const;
  const at = (nowMs: number) => sleepStep(plan, { ...heard, nowMs });

  expect([at(0), at(889_000), at(890_000), at(900_000)]).toEqual(["wait", "wait", "fade", "stop"]);
  expect([minutesLeft(plan, 0), minutesLeft(plan, 841_000)]).toEqual([15, 1]);
});

test("at the end of a track listening fades with it, and stops when the next is heard", () => {
  const plan = { kind: "track-end", playId: "one" } as const;
  const step = (playId: string | undefined, remainingMs: number | null) =>
    sleepStep(plan, { nowMs: 0, playId, remainingMs });

  expect([step("one", 60_000), step("one", 9000), step("one", null), step("two", 9000)]).toEqual([
    "wait",
    "fade",
    "wait",
    "stop",
  ]);
});

test("without a plan nothing ends", () => {
  expect(sleepStep({ kind: "off" }, { nowMs: 1e12, playId: undefined, remainingMs: 0 })).toBe(
    "wait",
  );
});
