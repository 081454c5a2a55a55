import { playableTrackSchema } from "@neonrelay/on-air/protocol";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { decideGainDb } from "./gain-rules.ts";

test("a track is brought to -16 LUFS", () => {
  expect(decideGainDb({ integratedLufs: -20, truePeakDbtp: -9 })).toBe(4);
  expect(decideGainDb({ integratedLufs: -9, truePeakDbtp: 0.5 })).toBe(-7);
});

test("a quiet track with a high peak is not lifted past -1 dBTP", () => {
  expect(decideGainDb({ integratedLufs: -26, truePeakDbtp: -4 })).toBe(3);
});

test("gain stays between -24 and +12 dB, and silence is left alone", () => {
  expect(decideGainDb({ integratedLufs: -60, truePeakDbtp: null })).toBe(12);
  expect(decideGainDb({ integratedLufs: 20, truePeakDbtp: null })).toBe(-24);
  expect(decideGainDb({ integratedLufs: null, truePeakDbtp: null })).toBe(0);
});

test("whatever is measured, the gain is one on-air takes", () => {
  const measured = fc.option(fc.oneof(fc.double(), fc.double({ min: -200, max: 200 })));

  fc.assert(
    fc.property(measured, measured, (integratedLufs, truePeakDbtp) => {
      const gainDb = decideGainDb({ integratedLufs, truePeakDbtp });
      return playableTrackSchema.shape.gainDb.safeParse(gainDb).success;
    }),
    { examples: [[70, 86]] },
  );
});
