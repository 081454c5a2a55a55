import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { filesLoaded } from "./update-banner.tsx";

/** Reports files as a browser does, when the test says so. */
class Arrivals {
  static tell: (() => void) | undefined;

  constructor(tell: () => void) {
    Arrivals.tell = tell;
  }

  observe(): void {}
  disconnect(): void {
    Arrivals.tell = undefined;
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("PerformanceObserver", Arrivals);
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/**
 * Starts waiting.
 * @returns reads the state
 */
function wait(signal: AbortSignal): () => string {
  let outcome = "waits";
  void filesLoaded(signal).then(
    () => (outcome = "rests"),
    (error: unknown) => (outcome = String(error)),
  );
  return () => outcome;
}

test("a page is loaded 1.5 s after its last file arrived", async () => {
  const outcome = wait(new AbortController().signal);

  await vi.advanceTimersByTimeAsync(1400);
  Arrivals.tell?.();
  await vi.advanceTimersByTimeAsync(1400);
  const before = outcome();
  await vi.advanceTimersByTimeAsync(100);

  expect([before, outcome(), Arrivals.tell]).toEqual(["waits", "rests", undefined]);
});

test("a page that never becomes idle is waited for 30 s", async () => {
  const outcome = wait(new AbortController().signal);

  for (let second = 1; second < 30; second += 1) {
    await vi.advanceTimersByTimeAsync(1000);
    Arrivals.tell?.();
  }
  const before = outcome();
  await vi.advanceTimersByTimeAsync(1000);

  expect([before, outcome()]).toEqual(["waits", "rests"]);
});

test("a page that is left is not waited for", async () => {
  const page = new AbortController();
  const outcome = wait(page.signal);

  page.abort("left");
  await vi.advanceTimersByTimeAsync(0);

  expect([outcome(), vi.getTimerCount()]).toEqual(["left", 0]);
});
