import { expect, test } from "vitest";
import { decideRestart } from "./restart-rules.ts";

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
