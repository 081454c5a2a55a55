import { expect, test } from "vitest";
import { readProgramme, renderMarks, type Stretch } from "./mark-rules.ts";

const RATE_HZ = 22_050;

function soundOf(...parts: readonly Float32Array[]) {
  const samples = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    samples.set(part, at);
    at += part.length;
  }
  return { samples, sampleRateHz: RATE_HZ };
}

function seconds(firstNumber: number, count: number): Float32Array {
  const marks = renderMarks({ firstNumber, seconds: count, rateHz: RATE_HZ });
  return Float32Array.from(marks, (sample) => sample / 32_768);
}

function silence(ms: number): Float32Array {
  return new Float32Array((ms / 1000) * RATE_HZ);
}

function cut(samples: Float32Array, { fromMs, untilMs }: { fromMs: number; untilMs: number }) {
  return samples.slice((fromMs / 1000) * RATE_HZ, (untilMs / 1000) * RATE_HZ);
}

/** Rounded to the tenth of a second, the accuracy of ends. */
function rounded(stretches: readonly Stretch[]) {
  return stretches.map(({ fromMs, untilMs, programmeMs }) =>
    [fromMs, untilMs, programmeMs].map((ms) => Math.round(ms / 100) * 100),
  );
}

test("consecutive seconds form one stretch of the programme", () => {
  const found = readProgramme(soundOf(seconds(1041, 5)));

  expect(rounded(found)).toEqual([[0, 5000, 1_041_000]]);
});

test("sound that starts and ends within a second is read to its ends", () => {
  const found = readProgramme(soundOf(cut(seconds(70, 5), { fromMs: 700, untilMs: 4300 })));

  expect(rounded(found)).toEqual([[0, 3600, 70_700]]);
});

test("a slot cut off at an end of the sound belongs to the programme", () => {
  const [found, ...more] = readProgramme(
    soundOf(cut(seconds(70, 5), { fromMs: 650, untilMs: 4370 })),
  );

  expect(more).toEqual([]);
  expect(found).toMatchObject({ fromMs: 0, untilMs: expect.closeTo(3720, -1) });
  expect(found?.programmeMs).toBeCloseTo(70_650, -2);
});

test("silence in the programme ends a stretch, and the next one starts where the programme continues", () => {
  const whole = seconds(8, 6);
  const before = cut(whole, { fromMs: 0, untilMs: 2500 });
  const after = cut(whole, { fromMs: 2500, untilMs: 6000 });

  const found = readProgramme(soundOf(before, silence(1300), after));

  expect(rounded(found)).toEqual([
    [0, 2500, 8000],
    [3800, 7300, 10_500],
  ]);
});

test("a skipped part and a repeated part each start a new stretch", () => {
  const whole = seconds(500, 9);
  const leftOut = soundOf(
    cut(whole, { fromMs: 0, untilMs: 3000 }),
    cut(whole, { fromMs: 5200, untilMs: 9000 }),
  );
  const twice = soundOf(
    cut(whole, { fromMs: 0, untilMs: 5000 }),
    cut(whole, { fromMs: 3000, untilMs: 9000 }),
  );

  expect(rounded(readProgramme(leftOut))).toEqual([
    [0, 3000, 500_000],
    [3000, 6800, 505_200],
  ]);
  expect(rounded(readProgramme(twice))).toEqual([
    [0, 5000, 500_000],
    [5000, 11_000, 503_000],
  ]);
});

test("silence and other sounds are not programme", () => {
  const hum = Float32Array.from(
    { length: 3 * RATE_HZ },
    (_, index) => 0.3 * Math.sin((2 * Math.PI * 440 * index) / RATE_HZ),
  );

  expect(readProgramme(soundOf(silence(3000)))).toEqual([]);
  expect(readProgramme(soundOf(hum))).toEqual([]);
});
