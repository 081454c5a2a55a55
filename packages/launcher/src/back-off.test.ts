import { expect, test } from "vitest";
import { nextRestart, noFailures, type BackOff } from "./back-off.ts";

test("restarts wait 0.25 s, then twice as long each time, at most 10 s", () => {
  const delays: number[] = [];
  let backOff: BackOff = noFailures;
  for (let restart = 0; restart < 8; restart += 1) {
    const next = nextRestart(backOff, { upMs: 100 });
    delays.push(next.delayMs);
    backOff = next.backOff;
  }

  expect(delays).toEqual([250, 500, 1000, 2000, 4000, 8000, 10_000, 10_000]);
});

test("a part that was up for a minute starts over with the shortest wait", () => {
  const worn: BackOff = { failuresInRow: 6 };

  expect(nextRestart(worn, { upMs: 60_000 })).toEqual({
    delayMs: 250,
    backOff: { failuresInRow: 1 },
  });
  expect(nextRestart(worn, { upMs: 59_999 }).delayMs).toBe(10_000);
});
