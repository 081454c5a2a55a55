import { expect, test } from "vitest";
import { createChannelMeter } from "./channel-meter.ts";

const RATE_HZ = 44_100;

/** One second of stereo. */
function second(sample: (at: number) => readonly [number, number]): Float32Array {
  const sound = new Float32Array(2 * RATE_HZ);
  for (let at = 0; at < RATE_HZ; at += 1) sound.set(sample(at), 2 * at);
  return sound;
}

function measure(sound: Float32Array) {
  const meter = createChannelMeter(RATE_HZ);
  // In odd pieces, as decoders deliver them.
  for (let from = 0; from < sound.length; from += 1234)
    meter.add(sound.subarray(from, from + 1234));
  return meter.facts();
}

const sine = (at: number, level = 0.5): number =>
  level * Math.sin((2 * Math.PI * 441 * at) / RATE_HZ);

test("[P108] a sine cut at full scale clips twice per period, and a whole one never", () => {
  const clip = (at: number): number => Math.max(-1, Math.min(1, sine(at, 2)));

  const clipped = measure(second((at) => [clip(at), 0]));
  const whole = measure(second((at) => [sine(at, 1), sine(at, 1)]));

  expect(clipped.clippedRuns).toBe(882);
  expect(clipped.firstClipSample).toBeLessThan(50);
  expect(whole).toMatchObject({ clippedRuns: 0, firstClipSample: null });
});

test("[P108] uncut sound above full scale is not clipped; cut sound is, even if slightly uneven", () => {
  const round = measure(second((at) => [sine(at, 1.4), 0]));
  const uneven = measure(
    second((at) => [Math.max(-1, Math.min(1, sine(at, 2))) * (1 + 0.01 * (at % 2)), 0]),
  );

  expect(round).toMatchObject({ clippedRuns: 0, firstClipSample: null });
  expect(uneven.clippedRuns).toBe(882);
});

test("[P108] sound that ends at full scale clips there", () => {
  const ending = measure(second((at) => [at < RATE_HZ - 10 ? 0 : 1, 0]));

  expect(ending).toMatchObject({ clippedRuns: 1, firstClipSample: RATE_HZ - 10 });
});

test("[P94] the mean of the samples is that of the channel further from zero", () => {
  const shifted = measure(second((at) => [sine(at) + 0.1, sine(at) - 0.3]));

  expect(shifted.dcOffset).toBeCloseTo(-0.3, 3);
  expect(measure(new Float32Array(0)).dcOffset).toBe(0);
});

test("[P108] the difference between the channels, and their peaks", () => {
  const same = measure(second((at) => [sine(at), sine(at)]));
  const near = measure(second((at) => [sine(at), sine(at) * 1.001]));
  const oneSided = measure(second((at) => [sine(at), 0]));

  expect(same).toMatchObject({ differenceDb: -Infinity, peakLeft: 0.5, peakRight: 0.5 });
  expect(near.differenceDb).toBeCloseTo(-66, 0);
  expect(oneSided).toMatchObject({ peakRight: 0, differenceDb: 0 });
});

test("[P108] the level of the end is its loudest hundredth, however long the sound before", () => {
  const sound = second((at) => (at < RATE_HZ - 500 ? [sine(at), sine(at)] : [0, 0]));
  const silent = second((at) => (at < RATE_HZ / 2 ? [sine(at), sine(at)] : [0, 0]));

  expect(measure(sound).endLufs).toBeCloseTo(-0.691 + 10 * Math.log10(0.25), 0);
  expect(measure(silent).endLufs).toBe(-Infinity);
});
