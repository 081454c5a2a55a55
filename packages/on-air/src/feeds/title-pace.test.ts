import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { TitlePace } from "./title-pace.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function follow() {
  const shown: string[] = [];
  const pace = new TitlePace(
    ({ title }) => shown.push(title),
    () => Date.now(),
  );
  return { shown, offer: (title: string) => pace.offer({ artist: "Mira", title }), pace };
}

test("[S6] [P88] from a burst of titles the newest comes within four seconds, and at most thirty a minute are accepted", () => {
  const { shown, offer } = follow();

  for (let index = 0; index < 35; index += 1) offer(String(index));
  const atOnce = shown.length;
  vi.advanceTimersByTime(4000);
  const newest = shown.at(-1);
  for (let second = 0; second < 55; second += 1) {
    offer(`later ${second}`);
    vi.advanceTimersByTime(1000);
  }

  expect([atOnce, newest]).toEqual([15, "34"]);
  expect(shown.length).toBeLessThanOrEqual(30);
  expect(shown.length).toBeGreaterThan(27);
});

test("[P88] repeats of the shown title use no quota, and a title that returns before its turn is skipped", () => {
  const { shown, offer } = follow();

  for (let index = 0; index < 100; index += 1) offer("same");
  expect(new Set(shown.splice(0))).toEqual(new Set(["same"]));
  for (let index = 0; index < 14; index += 1) offer(String(index));
  offer("waits");
  offer("13");
  vi.advanceTimersByTime(60_000);

  expect(shown).toEqual([...Array.from({ length: 14 }, (_, index) => String(index)), "13"]);
});

test("a waiting title is dropped when its source goes", () => {
  const { shown, offer, pace } = follow();

  for (let index = 0; index < 20; index += 1) offer(String(index));
  pace.close();
  vi.advanceTimersByTime(60_000);

  expect(shown).toHaveLength(15);
});
