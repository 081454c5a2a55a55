import type { PlaylistTurn } from "@neonrelay/contract/callers";
import { expect, test } from "vitest";
import { turnChoices, turnNumber, turnOf, turnWords } from "./turn-rules.ts";

test("a turn is described in a few words", () => {
  const turns: readonly PlaylistTurn[] = [
    { kind: "weight", weight: 3 },
    { kind: "every-tracks", tracks: 1 },
    { kind: "every-tracks", tracks: 4 },
    { kind: "every-minutes", minutes: 1 },
    { kind: "every-minutes", minutes: 90 },
    { kind: "minute-of-hour", minute: 5 },
    { kind: "off" },
  ];

  expect(turns.map(turnWords)).toEqual([
    "By weight: 3",
    "After every track",
    "Every 4 tracks",
    "Every minute",
    "Every 90 minutes",
    "Every hour at :05",
    "Off",
  ]);
});

test("each kind of turn starts with a number in range and takes another", () => {
  for (const { kind, number } of turnChoices) {
    const usual = turnNumber(turnOf(kind));
    if (number === null) expect(usual).toBe(null);
    else {
      expect(usual).toBeGreaterThanOrEqual(number.min);
      expect(usual).toBeLessThanOrEqual(number.max);
      expect(turnNumber(turnOf(kind, 7))).toBe(7);
    }
  }
});
