import { expect, test, vi } from "vitest";
import { Arrivals } from "./test-arrivals.ts";

const isEven = (number: number): number is number => number % 2 === 0;

test("a test fails when the awaited item does not arrive, and says what arrived instead", async () => {
  vi.useFakeTimers();
  try {
    const arrivals = new Arrivals<number>();
    arrivals.push(1);
    const waiting = arrivals.next("even number", isEven);
    const failed = expect(waiting).rejects.toThrow("no even number came within 25 s, but [1,3]");

    await vi.advanceTimersByTimeAsync(24_000);
    arrivals.push(3);
    await vi.advanceTimersByTimeAsync(1001);

    await failed;
  } finally {
    vi.useRealTimers();
  }
});

test("items are taken in order, whether they arrive before or during the wait", async () => {
  const arrivals = new Arrivals<number>();
  const waiting = arrivals.next("even number", isEven);
  for (const number of [1, 2, 3, 4, 5]) arrivals.push(number);

  expect([await waiting, await arrivals.next("even number", isEven)]).toEqual([2, 4]);
  expect(arrivals.untaken()).toEqual([5]);
});
