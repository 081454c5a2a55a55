import { expect, test } from "vitest";
import { markStepMs, scrollView, viewWith, wholeView, zoomView } from "./view-rules.ts";

const durationMs = 100_000;

test("zooming in keeps the moment in its place, and stops at half a second", () => {
  const view = zoomView(wholeView(durationMs), { factor: 0.5, aroundMs: 20_000, durationMs });

  expect(view).toEqual({ fromMs: 10_000, spanMs: 50_000 });
  expect(zoomView(view, { factor: 0.0001, aroundMs: 20_000, durationMs }).spanMs).toBe(500);
});

test("the view never leaves the track", () => {
  const view = { fromMs: 90_000, spanMs: 10_000 };

  expect(zoomView(view, { factor: 2, aroundMs: 99_000, durationMs })).toEqual({
    fromMs: 80_000,
    spanMs: 20_000,
  });
  expect(zoomView(view, { factor: 100, aroundMs: 99_000, durationMs })).toEqual({
    fromMs: 0,
    spanMs: durationMs,
  });
  expect(scrollView(view, 5000, durationMs)).toEqual(view);
  expect(scrollView(view, -95_000, durationMs).fromMs).toBe(0);
});

test("a moment outside the view is centred", () => {
  const view = { fromMs: 0, spanMs: 10_000 };

  expect(viewWith(view, 5000, durationMs)).toBe(view);
  expect(viewWith(view, 50_000, durationMs).fromMs).toBe(45_000);
});

test("marks are at round moments, as dense as space allows", () => {
  const marks = { widthPx: 1000, apartPx: 80 };

  expect(markStepMs({ fromMs: 0, spanMs: 240_000 }, marks)).toBe(20_000);
  expect(markStepMs({ fromMs: 0, spanMs: 500 }, marks)).toBe(50);
});
