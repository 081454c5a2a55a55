import { expect, test } from "vitest";
import { createDeckMonitor, createLivedTime, type DeckSnapshot } from "./deck-monitor.ts";

const idle: DeckSnapshot = { isWaiting: false, isOpening: false, progress: 1 };
const waiting: DeckSnapshot = { ...idle, isWaiting: true };

/** An engine that watches one deck. */
function createEngine() {
  let nowMs = 1000;
  const lived = createLivedTime(() => nowMs);
  const isHung = createDeckMonitor();
  const look = (found: DeckSnapshot, afterMs: number): boolean => {
    nowMs += afterMs;
    return isHung(found, lived());
  };
  /** Checks every 80 ms for that long. @returns whether any check found the deck hung */
  const lookFor = (found: DeckSnapshot, ms: number): boolean => {
    let hung = false;
    for (let past = 0; past < ms; past += 80) hung = look(found, 80) || hung;
    return hung;
  };
  return { look, lookFor };
}

test("a deck that ignores an order for three seconds hangs, and one without orders never does", () => {
  const { lookFor } = createEngine();

  expect(lookFor(idle, 60_000)).toBe(false);
  expect(lookFor(waiting, 2900)).toBe(false);
  expect(lookFor(waiting, 400)).toBe(true);
});

test("a minute in which the engine was suspended does not count as waiting", () => {
  const { look, lookFor } = createEngine();
  look(idle, 80);

  expect(look(waiting, 60_000)).toBe(false);
  expect(look(waiting, 60_000)).toBe(false);
  expect(lookFor(waiting, 2500)).toBe(false);
  expect(look({ ...idle, progress: 2 }, 80)).toBe(false);
});

test("a deck that takes up orders one by one does not hang, however many are waiting", () => {
  const { lookFor } = createEngine();

  for (let progress = 1; progress < 10; progress += 1)
    expect(lookFor({ ...waiting, progress }, 2000)).toBe(false);
});

test("a file may take up to the limit to open; after that the deck hangs", () => {
  const { lookFor } = createEngine();
  const opening: DeckSnapshot = { isWaiting: false, isOpening: true, progress: 2 };

  expect(lookFor(opening, 10_000)).toBe(false);
  expect(lookFor({ ...opening, isWaiting: true }, 2500)).toBe(false);
  expect(lookFor({ ...opening, isWaiting: true }, 1000)).toBe(true);
});
