import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { placeOfTip, TipDelay } from "./tip-region.tsx";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

function watched() {
  const shown: (string | undefined)[] = [];
  return { shown, tips: new TipDelay<string>((control) => shown.push(control)) };
}

test("a tip opens once the pointer has rested on its control for 700 ms", () => {
  const { shown, tips } = watched();

  tips.point("bell");
  vi.advanceTimersByTime(699);
  const before = [...shown];
  vi.advanceTimersByTime(1);

  expect(before).toEqual([]);
  expect(shown).toEqual(["bell"]);
});

test("the next tip opens at once within 300 ms of another, and after 700 ms later on", () => {
  const { shown, tips } = watched();
  tips.point("bell");
  vi.advanceTimersByTime(700);

  tips.leave();
  vi.advanceTimersByTime(299);
  tips.point("copy");
  const soon = [...shown];
  tips.leave();
  vi.advanceTimersByTime(300);
  tips.point("heart");
  const late = [...shown];

  expect(soon).toEqual(["bell", undefined, "copy"]);
  expect(late).toEqual(["bell", undefined, "copy", undefined]);
});

test("a pointer that leaves within 700 ms opens no tip", () => {
  const { shown, tips } = watched();

  tips.point("bell");
  vi.advanceTimersByTime(699);
  tips.leave();
  vi.advanceTimersByTime(10_000);

  expect(shown).toEqual([]);
});

test("no tip opens at once after a press", () => {
  const { shown, tips } = watched();
  tips.open("bell");

  tips.close();
  tips.point("copy");

  expect(shown).toEqual(["bell", undefined]);
});

const sizes = { tip: { width: 100, height: 30 }, page: { width: 400, height: 300 } };
const size = { width: 44, height: 44 };

test("a tip is centred below its control", () => {
  expect(placeOfTip({ left: 178, top: 50, ...size }, sizes)).toEqual({ leftPx: 150, topPx: 100 });
});

test("at the bottom of the page a tip is above its control, and at an edge it stays inside", () => {
  expect([
    placeOfTip({ left: 356, top: 256, ...size }, sizes),
    placeOfTip({ left: 0, top: 256, ...size }, sizes),
  ]).toEqual([
    { leftPx: 292, topPx: 220 },
    { leftPx: 8, topPx: 220 },
  ]);
});
