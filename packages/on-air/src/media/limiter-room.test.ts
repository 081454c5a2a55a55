import { expect, test } from "vitest";
import { gainOfDb } from "../engine/volume.ts";
import { Limiter } from "../audio/limiter.ts";
import { createLoudnessMeter } from "./loudness-meter.ts";

const RATE_HZ = 44_100;

function measure(pcm: Float32Array): {
  readonly lufs: number;
  readonly peakDb: number;
  readonly roomDb: number;
} {
  const meter = createLoudnessMeter({ sampleRateHz: RATE_HZ, findsTruePeak: true });
  meter.add(pcm);
  const { integratedLufs, truePeakDbtp, limiterRoomDb } = meter.result();
  return { lufs: integratedLufs ?? 0, peakDb: truePeakDbtp ?? 0, roomDb: limiterRoomDb ?? -1 };
}

/** How much quieter a sound gets when its peak exceeds the limiter's ceiling by that much. */
function lossLu(pcm: Float32Array, overDb: number): number {
  const { lufs, peakDb } = measure(pcm);
  const gainDb = overDb - 1 - peakDb;
  const left = new Float32Array(pcm.length / 2);
  const right = new Float32Array(pcm.length / 2);
  new Limiter().process(
    pcm.map((value) => value * gainOfDb(gainDb)),
    left,
    right,
  );
  const limited = pcm.map((_, index) => (index % 2 === 0 ? left : right)[index >> 1] ?? 0);
  return lufs + gainDb - measure(limited).lufs;
}

/** Five seconds of a 220 Hz tone whose level follows `levelAt`, a function of the time in seconds. */
function tone(levelAt: (seconds: number) => number): Float32Array {
  return Float32Array.from({ length: 5 * RATE_HZ * 2 }, (_, index) => {
    const seconds = (index >> 1) / RATE_HZ;
    return levelAt(seconds) * Math.sin(2 * Math.PI * 220 * seconds);
  });
}

const rareHits = tone((seconds) => (seconds % 1 < 0.005 ? 0.9 : 0.5));
const denseHits = tone((seconds) => (seconds % 0.25 < 0.1 ? 0.9 : 0.3));
const steady = tone(() => 0.9);

test("[P3] rare peaks may be limited heavily, dense ones and a steady tone may not", () => {
  expect(measure(rareHits).roomDb).toBeGreaterThanOrEqual(4);
  expect(measure(denseHits).roomDb).toBeLessThan(1.5);
  expect(measure(steady).roomDb).toBe(0.5);
});

test.each([
  ["rare hits", rareHits],
  ["dense hits", denseHits],
  ["a steady tone", steady],
])("[P3] the programme's limiter makes %s no quieter than predicted", (_, pcm) => {
  expect(lossLu(pcm, measure(pcm).roomDb)).toBeLessThan(0.9);
});
