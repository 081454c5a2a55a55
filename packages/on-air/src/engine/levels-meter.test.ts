import { expect, test } from "vitest";
import { LEAST_LEVEL_DB, LEVEL_BANDS } from "../protocol/levels-shape.ts";
import { PROGRAMME_RATE_HZ } from "./engine-protocol.ts";
import { bandStartHz } from "./level-bands.ts";
import { LevelsMeter, type MeasuredLevels } from "./levels-meter.ts";

const WINDOW_SAMPLES = 4096;
const STEP_SAMPLES = 1764;

type Signal = (sample: number) => number;
const sine =
  (frequencyHz: number, amplitude: number): Signal =>
  (sample) =>
    amplitude * Math.sin((2 * Math.PI * frequencyHz * sample) / PROGRAMME_RATE_HZ);
const silence: Signal = () => 0;

/** Reports of a meter for a sound that starts at position 1000 and arrives in the programme's frames. */
function told(
  { left, right }: { readonly left: Signal; readonly right: Signal },
  seconds: number,
): MeasuredLevels[] {
  const levels: MeasuredLevels[] = [];
  const meter = new LevelsMeter((measured) => levels.push(measured));
  for (let first = 0; first < seconds * PROGRAMME_RATE_HZ; first += 1152) {
    const frameOf = (signal: Signal): Float32Array =>
      Float32Array.from({ length: 1152 }, (_, at) => signal(first + at));
    meter.add({ positionSamples: 1000 + first, left: frameOf(left), right: frameOf(right) });
  }
  return levels;
}

test.each([
  [2, -6],
  [13, -1],
  [34, -20],
  [50, -60],
  [63, -12],
])(
  "a tone in the middle of band %i at %i dB shows in that band, with its rms and peak",
  (band, db) => {
    const tone = sine(Math.sqrt(bandStartHz(band) * bandStartHz(band + 1)), 10 ** (db / 20));

    const [levels] = told({ left: tone, right: tone }, 0.1);

    const { bandsDb = [], rmsLeftDb, rmsRightDb, peakDb } = levels ?? {};
    const strongest = bandsDb.indexOf(Math.max(...bandsDb));
    expect(Math.abs(strongest - band)).toBeLessThanOrEqual(band < 10 ? 1 : 0);
    expect(Math.abs((bandsDb[band] ?? 0) - db)).toBeLessThanOrEqual(1.5);
    expect(Math.abs((rmsLeftDb ?? 0) - (db - 3))).toBeLessThanOrEqual(0.2);
    expect(rmsRightDb).toBe(rmsLeftDb);
    expect(Math.abs((peakDb ?? 0) - db)).toBeLessThanOrEqual(0.2);
  },
);

test("a tone leaves distant bands empty", () => {
  const tone = sine(1000, 1);

  const [levels] = told({ left: tone, right: tone }, 0.1);

  const far = levels?.bandsDb.filter((_, band) => {
    const octaves = Math.log2(bandStartHz(band) / 1000);
    return octaves < -1 || octaves > 1;
  });
  expect(far?.length).toBeGreaterThan(LEVEL_BANDS / 2);
  expect(Math.max(...(far ?? [0]))).toBeLessThan(-80);
});

test("each channel has its own rms, and the bands show what either plays alone, in phase or out of phase", () => {
  const tone = sine(1000, 0.5);
  const inverse = sine(1000, -0.5);

  const [one] = told({ left: tone, right: silence }, 0.1);
  const [both] = told({ left: tone, right: inverse }, 0.1);

  expect(one).toMatchObject({ rmsLeftDb: -9, rmsRightDb: LEAST_LEVEL_DB, peakDb: -6 });
  expect(Math.abs(Math.max(...(one?.bandsDb ?? [])) - -9)).toBeLessThanOrEqual(1.5);
  expect(Math.abs(Math.max(...(both?.bandsDb ?? [])) - -6)).toBeLessThanOrEqual(1.5);
});

test("levels are sent 25 times a second, each for the middle of its window", () => {
  const tone = sine(1000, 0.5);

  const levels = told({ left: tone, right: tone }, 2);

  const positions = levels.map(({ positionSamples }) => positionSamples);
  expect(positions.slice(0, 3)).toEqual(
    [0, 1, 2].map((n) => 1000 + WINDOW_SAMPLES / 2 + n * STEP_SAMPLES),
  );
  expect(positions.length).toBe(48);
});

test("the samples are the sound around the reported position", () => {
  const ramp: Signal = (sample) => (sample - WINDOW_SAMPLES / 2) / 512;

  const [levels] = told({ left: ramp, right: silence }, 0.1);

  // Half of the ramp, since the other channel is silent, every eighth sample.
  const expected = Array.from({ length: 128 }, (_, index) =>
    Math.round(((index - 64) / 128) * 127),
  );
  expect(levels?.samples).toEqual(expected);
});

test("silence is sent once, and new sound at once", () => {
  const part = PROGRAMME_RATE_HZ / 2;
  const tone: Signal = (sample) => (sample < part || sample > 2 * part ? 0.5 : 0);

  const levels = told({ left: tone, right: tone }, 1.5);

  const isSilent = levels.map(({ peakDb }) => peakDb === LEAST_LEVEL_DB);
  expect(isSilent.filter(Boolean)).toHaveLength(1);
  const silent = levels[isSilent.indexOf(true)];
  expect(silent).toMatchObject({ rmsLeftDb: LEAST_LEVEL_DB, rmsRightDb: LEAST_LEVEL_DB });
  expect(new Set([...(silent?.bandsDb ?? []), LEAST_LEVEL_DB])).toEqual(new Set([LEAST_LEVEL_DB]));
  expect(isSilent.lastIndexOf(false)).toBeGreaterThan(isSilent.indexOf(true));
});
