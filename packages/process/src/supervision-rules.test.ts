import { expect, test } from "vitest";
import {
  decideRestart,
  judgePart,
  CHECK_INTERVAL_MS,
  type PartSigns,
  readAwakeClock,
  startAwakeClock,
} from "./supervision-rules.ts";

const signs = { phase: "ready", startedAtMs: 0, beatAtMs: 0, stepAtMs: 0 } satisfies PartSigns;
const hung = (reason: string) => ({ kind: "hung", reason });

test("the clock advances from check to check", () => {
  let clock = startAwakeClock(1000);
  for (let nowMs = 1000; nowMs <= 6000; nowMs += CHECK_INTERVAL_MS)
    clock = readAwakeClock(clock, nowMs);

  expect(clock).toEqual({ awakeMs: 5000, readAtMs: 6000, waitedMs: 0 });
});

test("time this process spent stopped hardly counts", () => {
  const stopped = readAwakeClock(startAwakeClock(0), 60_000);

  expect(stopped).toMatchObject({ awakeMs: 2 * CHECK_INTERVAL_MS, readAtMs: 60_000 });
});

test("time the watched process spends waiting for a CPU does not count", () => {
  let clock = startAwakeClock(0);
  clock = readAwakeClock(clock, 500, 400);
  clock = readAwakeClock(clock, 1000, 900);
  const starved = clock.awakeMs;
  // Restarted: its wait time begins at 0.
  clock = readAwakeClock(clock, 1500, 10);
  const next = readAwakeClock(clock, 2000, 10);

  expect([starved, clock.awakeMs, next.awakeMs]).toEqual([100, 600, 1100]);
});

test("a part whose event loop has not turned for 5 s hangs", () => {
  expect(judgePart(signs, 5000)).toEqual({ kind: "well" });
  expect(judgePart(signs, 5001)).toEqual(hung("did not respond for 5 s"));
  expect(judgePart(signs, 3001, { hungAfterMs: 3000 })).toEqual(hung("did not respond for 3 s"));
});

test("a starting part hangs after 30 s without a turn of its event loop, one of several servers after 3 s", () => {
  const starting = { ...signs, phase: "starting" } satisfies PartSigns;

  expect(judgePart(starting, 30_000)).toEqual({ kind: "well" });
  expect(judgePart(starting, 30_001)).toEqual(hung("did not respond for 30 s"));
  expect(judgePart(starting, 3001, { hungAfterMs: 3000 })).toEqual(hung("did not respond for 3 s"));
});

test("a part loading its code has a minute until its first beat", () => {
  expect(judgePart({ ...signs, phase: "loading" }, 60_000)).toEqual({ kind: "well" });
  expect(judgePart({ ...signs, phase: "loading" }, 60_001)).toEqual(hung("did not load for 60 s"));
});

test("a start may take long while its steps follow each other, but not for ever", () => {
  const starting = { ...signs, phase: "starting" } satisfies PartSigns;

  expect(judgePart({ ...starting, beatAtMs: 90_000 }, 90_001)).toEqual(
    hung("made no progress while starting for 90 s"),
  );
  expect(judgePart({ ...starting, beatAtMs: 600_000, stepAtMs: 550_000 }, 600_000)).toEqual({
    kind: "well",
  });
  expect(judgePart({ ...starting, beatAtMs: 3_600_001, stepAtMs: 3_600_001 }, 3_600_001)).toEqual(
    hung("was not ready for 3600 s"),
  );
});

test("a child restarts at once, then after 0.25 s doubling to 10 s", () => {
  let history = { restartsInARow: 0 };
  const delaysMs = Array.from({ length: 9 }, () => {
    const decision = decideRestart({ history, uptimeMs: 100 });
    history = decision.history;
    return decision.delayMs;
  });

  expect(delaysMs).toEqual([0, 250, 500, 1000, 2000, 4000, 8000, 10_000, 10_000]);
});

test("a run of a minute resets the count", () => {
  expect(decideRestart({ history: { restartsInARow: 8 }, uptimeMs: 60_000 })).toEqual({
    delayMs: 0,
    history: { restartsInARow: 1 },
  });
  expect(decideRestart({ history: { restartsInARow: 8 }, uptimeMs: 59_999 }).delayMs).toBe(10_000);
});
