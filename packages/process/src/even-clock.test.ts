import { expect, test } from "vitest";
import { EvenClock } from "./even-clock.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

function startClock() {
  let [wallMs, upMs] = [1_700_000_000_000, 5000];
  const clock = new EvenClock({ wallMs: () => wallMs, upMs: () => upMs });
  return {
    look: (passedMs: number, setByMs = 0) => {
      upMs += passedMs;
      wallMs += passedMs + setByMs;
      return clock.nowMs() === wallMs ? "known" : clock.nowMs();
    },
  };
}

test("a steady clock gives the time, even while it is slewed", () => {
  const { look } = startClock();

  expect([look(0), look(60 * MINUTE_MS, 2000), look(DAY_MS, -50_000)]).toEqual([
    "known",
    "known",
    "known",
  ]);
});

test.each([365 * DAY_MS, DAY_MS, -DAY_MS, 2 * MINUTE_MS])(
  "after the clock was set by %i ms, the time is withheld for half an hour",
  (setByMs) => {
    const { look } = startClock();

    expect(look(60 * MINUTE_MS, setByMs)).toBeNull();
    expect(look(29 * MINUTE_MS)).toBeNull();
    expect(look(MINUTE_MS)).toBe("known");
  },
);

test("a clock corrected within the half hour is withheld for another half hour", () => {
  const { look } = startClock();

  expect(look(60 * MINUTE_MS, DAY_MS)).toBeNull();
  expect(look(20 * MINUTE_MS, -DAY_MS)).toBeNull();
  expect(look(20 * MINUTE_MS)).toBeNull();
  expect(look(10 * MINUTE_MS)).toBe("known");
});
