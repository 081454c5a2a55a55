import { expect, test } from "vitest";
import { createLoudnessMeter, type Loudness } from "./loudness-meter.ts";

const RATE_HZ = 44_100;

function measure(
  seconds: number,
  sampleAt: (index: number) => readonly [number, number],
): Loudness {
  const meter = createLoudnessMeter({ sampleRateHz: RATE_HZ, findsTruePeak: true });
  const samples = new Float32Array(seconds * RATE_HZ * 2);
  for (let index = 0; index < samples.length / 2; index += 1) {
    const [left, right] = sampleAt(index);
    samples[index * 2] = left;
    samples[index * 2 + 1] = right;
  }
  // Odd block sizes, as decoders deliver them.
  for (let at = 0; at < samples.length; at += 2 * 1151)
    meter.add(samples.subarray(at, at + 2 * 1151));
  return meter.result();
}

function sine(hz: number, peak: number): (index: number) => number {
  return (index) => peak * Math.sin((2 * Math.PI * hz * index) / RATE_HZ);
}

test("a 997 Hz sine of -20 dBFS in both channels measures -20 LUFS", () => {
  const wave = sine(997, 0.1);

  const loudness = measure(5, (index) => [wave(index), wave(index)]);

  expect(loudness.integratedLufs).toBeCloseTo(-20, 1);
  expect(loudness.truePeakDbtp).toBeCloseTo(-20, 1);
  expect(loudness.loudnessRangeLu).toBeCloseTo(0, 1);
});

test("a sine in only one channel is 3 LU quieter", () => {
  const wave = sine(997, 0.1);

  expect(measure(5, (index) => [wave(index), 0]).integratedLufs).toBeCloseTo(-23, 1);
});

test("the true peak is found even where the samples miss it", () => {
  // A quarter of the sample rate, an eighth of a turn late: every sample is 3 dB below the crest.
  const wave = (index: number): number => 0.5 * Math.sin((Math.PI / 2) * index + Math.PI / 4);

  const { truePeakDbtp } = measure(2, (index) => [wave(index), wave(index)]);

  // BS.1770-4 meters may read 0.2 dB high or 0.4 dB low (EBU Tech 3341).
  expect(truePeakDbtp).toBeLessThan(-6.02 + 0.2);
  expect(truePeakDbtp).toBeGreaterThan(-6.02 - 0.4);
});

test("silence before and after does not make a track quieter", () => {
  const wave = sine(997, 0.1);
  const isHeard = (index: number): boolean => index > 3 * RATE_HZ && index < 9 * RATE_HZ;

  const loudness = measure(12, (index) => (isHeard(index) ? [wave(index), wave(index)] : [0, 0]));

  expect(loudness.integratedLufs).toBeGreaterThan(-20.3);
});

test("the range between a quiet and a loud half is measured", () => {
  const wave = sine(997, 0.1);
  const levelAt = (index: number): number => (index < 10 * RATE_HZ ? 0.316 : 1);

  const loudness = measure(20, (index) => {
    const value = wave(index) * levelAt(index);
    return [value, value];
  });

  expect(loudness.loudnessRangeLu).toBeCloseTo(10, 0);
});

test("digital silence has no loudness and no peak", () => {
  expect(measure(5, () => [0, 0])).toEqual({
    integratedLufs: null,
    truePeakDbtp: null,
    loudnessRangeLu: null,
    limiterRoomDb: null,
  });
});

test("a sound shorter than a block is measured as one block", () => {
  const wave = sine(997, 0.1);
  const meter = createLoudnessMeter({ sampleRateHz: RATE_HZ, findsTruePeak: false });
  meter.add(Float32Array.from({ length: 9000 * 2 }, (_, index) => wave(Math.floor(index / 2))));

  const loudness = meter.result();

  expect(loudness.integratedLufs).toBeCloseTo(-20, 0);
});

test("the size of the pieces does not change the measurement", () => {
  // Steps that grow, so that every join of two pieces has its highest peak in another place.
  const sound = Float32Array.from(
    { length: 40_000 },
    (_, index) => Math.sin(index ** 1.3 / 50) * (0.1 + index / 50_000),
  );
  const inPieces = (size: number): Loudness => {
    const meter = createLoudnessMeter({ sampleRateHz: RATE_HZ, findsTruePeak: true });
    for (let at = 0; at < sound.length; at += size) meter.add(sound.subarray(at, at + size));
    return meter.result();
  };

  const whole = inPieces(sound.length);

  expect([2, 14, 1152, 8192, 8194].map(inPieces)).toEqual(Array.from({ length: 5 }, () => whole));
});
