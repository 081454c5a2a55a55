import { expect, test } from "vitest";
import { FrameGrid } from "./frame-grid.ts";

const ratesHz = [32_000, 44_100, 48_000];

test.each(ratesHz)("at %i Hz a minute of frames lasts a minute of the programme", (rateHz) => {
  const grid = new FrameGrid({ codec: "mp3", sampleRateHz: rateHz });
  const frames = (60 * rateHz) / 1152;

  expect(grid.startOf(2)).toBe(0);
  expect(grid.startOf(Math.round(frames) + 2) / (60 * 44_100)).toBeCloseTo(1, 3);
  expect(grid.startOf(5000 + 2)).toBe(Math.round((5000 * 1152 * 44_100) / rateHz));
});

test.each(ratesHz)(
  "at %i Hz an encoded frame has the label of the mixed frame at its middle, and none comes too early",
  (rateHz) => {
    const grid = new FrameGrid({ codec: "mp3", sampleRateHz: rateHz });
    const frameSamples = (1152 * 44_100) / rateHz;

    for (let frame = 2; frame < 500; frame += 1) {
      const label = grid.mixedFrameOf(frame);
      const middle = grid.startOf(frame) + frameSamples / 2;
      // The pre-roll is a whole number of samples; frames may not be.
      expect(middle).toBeGreaterThanOrEqual(grid.heardAt(label * 1152) - 1);
      expect(middle).toBeLessThanOrEqual(grid.heardAt((label + 1) * 1152) + 1);
      expect(grid.startOfLabel(label)).toBeLessThanOrEqual(grid.startOf(frame));
      expect(grid.startOfLabel(label + 1)).toBeGreaterThan(grid.startOf(frame));
      expect(
        Math.abs(grid.heardAt(label * 1152) + grid.offsetIn(label, frame) - grid.startOf(frame)),
      ).toBeLessThanOrEqual(1);
    }
  },
);

test("at 44.1 kHz encoded and mixed frames map one to one", () => {
  const grid = new FrameGrid({ codec: "mp3", sampleRateHz: 44_100 });

  expect([2, 3, 4].map((frame) => grid.mixedFrameOf(frame))).toEqual([1, 2, 3]);
  expect(grid.preRollSamples).toBe(979);
  expect(grid.framesPerBlock).toBe(12);
});
