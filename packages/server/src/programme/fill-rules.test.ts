import { expect, test } from "vitest";
import { chooseFill, costOf, type FillCandidate } from "./fill-rules.ts";

const bounds = { earlyMs: 10_000, lateMs: 10_000 };
const candidate = (id: string, seconds: number, level = 0): FillCandidate => ({
  id,
  artistKeys: [`artist of ${id}`],
  lengthMs: seconds * 1000,
  level,
});
/** Index of the chosen track in the first list, or null. */
const indexOf = (sought: Parameters<typeof chooseFill>[0]) => chooseFill(sought)?.index ?? null;

test("[G9] among tracks whose join hits the time, the first in turn is chosen", () => {
  const place = [candidate("a", 200), candidate("b", 180), candidate("c", 180.5)];
  const target = { ...bounds, remainingMs: 180_000 };

  expect(indexOf({ ...target, places: [place], isSeparated: true })).toBe(1);
});

test("[G9] two or three tracks together hit the time when one alone does not", () => {
  const place = [candidate("a", 200), candidate("b", 260), candidate("c", 190), candidate("d", 90)];
  const choose = (seconds: number) =>
    indexOf({
      ...bounds,
      remainingMs: seconds * 1000,
      places: [place, place, place],
      isSeparated: true,
    });

  expect(choose(350)).toBe(1); // with d
  expect(choose(480)).toBe(0); // with c and d
  expect(choose(130)).toBeNull();
});

test("[G9] a track shorter than the tolerance does not count after a join that is already within it", () => {
  const [short, middle, long] = [candidate("a", 8), candidate("b", 17), candidate("c", 21)];
  const choose = (seconds: number, place: readonly FillCandidate[]) =>
    indexOf({
      ...bounds,
      remainingMs: seconds * 1000,
      places: [place, place, place],
      isSeparated: true,
    });

  // After 17 s the time is 8 s away, so 21 s are closer; the short one hits it as the first of two.
  expect(choose(25, [middle, long])).toBe(1);
  expect(choose(25, [middle, short])).toBe(1);
  // Likewise after 200 and 17 s.
  expect(choose(225, [candidate("d", 200), middle, short])).toBe(0);
});

test("[G9] a track plays out of turn only when no other hits the time", () => {
  const near = [candidate("turn", 171), candidate("other", 180, 1)];
  const far = [candidate("turn", 120), candidate("other", 180, 1)];
  const choose = (place: readonly FillCandidate[]) =>
    indexOf({ ...bounds, remainingMs: 180_000, places: [place], isSeparated: true });

  expect(choose(near)).toBe(0);
  expect(choose(far)).toBe(1);
});

test("[G9] tracks of one artist are not combined to hit a time while separation applies", () => {
  const place = [
    { ...candidate("a", 200), artistKeys: ["one", "same"] },
    { ...candidate("b", 100), artistKeys: ["same"] },
  ];
  const target = { ...bounds, remainingMs: 300_000, places: [place, place] };

  expect(indexOf({ ...target, isSeparated: true })).toBeNull();
  expect(indexOf({ ...target, isSeparated: false })).toBe(0);
});

test("[G9] an exact time allows no gap before it: the join is at it or later", () => {
  const exact = { earlyMs: 0, lateMs: 10_000 };

  expect(costOf(2000, exact)).toBe(Infinity);
  expect(costOf(-2000, exact)).toBe(2000);
  expect(costOf(-11_000, exact)).toBe(Infinity);
});
