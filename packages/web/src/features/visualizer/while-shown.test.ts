import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { everyFrame, isTooSlow, JUDGED_FRAMES } from "./while-shown.ts";

const FRAME_MS = 16;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("requestAnimationFrame", (paint: (nowMs: number) => void) =>
    setTimeout(() => paint(performance.now()), FRAME_MS),
  );
  vi.stubGlobal("cancelAnimationFrame", (frame: NodeJS.Timeout) => clearTimeout(frame));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function framesInASecond(staysMs: number): { readonly drawn: number; readonly asked: number } {
  const paintLater = requestAnimationFrame;
  const asked = vi.fn((paint: FrameRequestCallback) => paintLater(paint));
  vi.stubGlobal("requestAnimationFrame", asked);
  const draw = vi.fn(() => staysMs);
  const end = everyFrame(draw);
  vi.advanceTimersByTime(1000);
  end();
  return { drawn: draw.mock.calls.length, asked: asked.mock.calls.length };
}

test("a frame that may stay for a while costs nothing until then", () => {
  expect(framesInASecond(0)).toEqual({ drawn: 62, asked: 63 });
  expect(framesInASecond(48)).toEqual({ drawn: 16, asked: 16 });
});

test("after the end nothing is drawn, whether waiting for a frame or resting", () => {
  for (const staysMs of [0, 48]) {
    framesInASecond(staysMs);
    expect(vi.getTimerCount()).toBe(0);
  }
});

const framesWithSlow = (slow: number) =>
  Array.from({ length: JUDGED_FRAMES }, (_, at) => (at < slow ? 20 : 2));

test("if more than one frame in twenty is slow the pace is halved; a few are tolerated", () => {
  expect([isTooSlow(framesWithSlow(6)), isTooSlow(framesWithSlow(7))]).toEqual([false, true]);
});
