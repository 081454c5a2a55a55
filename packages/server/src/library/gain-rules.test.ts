import { playableTrackSchema } from "@neonrelay/on-air/protocol";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { albumGainDb, decideGain, type GainDecision } from "./gain-rules.ts";

function gainOf(
  integratedLufs: number | null,
  truePeakDbtp: number | null,
  {
    tagLufs = null,
    limiterRoomDb = 6,
    targetLufs = -16,
  }: { tagLufs?: number | null; limiterRoomDb?: number | null; targetLufs?: number } = {},
): GainDecision {
  return decideGain({ integratedLufs, truePeakDbtp, limiterRoomDb, tagLufs }, targetLufs);
}

test("[P2] a track is brought to the station's loudness", () => {
  expect(gainOf(-20, -9)).toEqual({ gainDb: 4, shortOfTargetDb: null });
  expect(gainOf(-9, 0.5)).toEqual({ gainDb: -7, shortOfTargetDb: null });
  expect(gainOf(-9, 0.5, { targetLufs: -23 })).toEqual({ gainDb: -14, shortOfTargetDb: null });
});

test("[P3] a quiet track with a high peak may exceed -1 dBTP by what the limiter can absorb", () => {
  expect(gainOf(-24, -4)).toEqual({ gainDb: 8, shortOfTargetDb: null });
  expect(gainOf(-24, -1)).toEqual({ gainDb: 6, shortOfTargetDb: 2 });
  expect(gainOf(-24, -1, { limiterRoomDb: 1.5 })).toEqual({ gainDb: 1.5, shortOfTargetDb: 6.5 });
  expect(gainOf(-24, -1, { limiterRoomDb: null })).toEqual({ gainDb: 0, shortOfTargetDb: 8 });
});

test("[P2] gain stays between -24 and +12 dB, and silence is left unchanged", () => {
  expect(gainOf(-60, null)).toEqual({ gainDb: 12, shortOfTargetDb: 32 });
  expect(gainOf(20, null)).toEqual({ gainDb: -24, shortOfTargetDb: null });
  expect(gainOf(null, null)).toEqual({ gainDb: 0, shortOfTargetDb: null });
});

test("[P4] a shortfall of less than a tenth of a decibel is not reported", () => {
  expect(gainOf(-24, -3.05)).toEqual({ gainDb: 8, shortOfTargetDb: null });
  expect(gainOf(-24, -2.9)).toMatchObject({ shortOfTargetDb: 0.1 });
});

test("[P21] a disc is brought to the station's loudness as a whole, as far as its highest peak allows", () => {
  const gain = (integratedLufs: number, truePeakDbtp: number | null, userGainDb: number | null) =>
    albumGainDb({ integratedLufs, truePeakDbtp, userGainDb }, -16);

  expect(gain(-20, -9, null)).toBe(4);
  expect(gain(-20, -4, null)).toBe(3);
  expect(gain(-20, null, -1.5)).toBe(2.5);
});

test("[P6] loudness tags count only while the track is unmeasured", () => {
  expect(gainOf(null, null, { tagLufs: -12 })).toEqual({ gainDb: -4, shortOfTargetDb: null });
  expect(gainOf(-20, -9, { tagLufs: -12 })).toEqual({ gainDb: 4, shortOfTargetDb: null });
});

test("[P2] whatever was measured, on-air accepts the gain", () => {
  const measured = fc.option(fc.oneof(fc.double(), fc.double({ min: -200, max: 200 })));

  fc.assert(
    fc.property(measured, measured, (integratedLufs, truePeakDbtp) => {
      const { gainDb } = gainOf(integratedLufs, truePeakDbtp);
      return playableTrackSchema.shape.gainDb.safeParse(gainDb).success;
    }),
    { examples: [[70, 86]] },
  );
});
