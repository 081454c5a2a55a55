import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  decodeLevels,
  encodeLevels,
  LEAST_LEVEL_DB,
  LEVEL_BANDS,
  LEVEL_SAMPLES,
  LEVELS_BYTES,
  type Levels,
} from "./levels.ts";

const listOf = <Value>(value: fc.Arbitrary<Value>, length: number) =>
  fc.array(value, { minLength: length, maxLength: length });
const tenthsDb = fc.integer({ min: -1275, max: 0 }).map((tenths) => tenths / 10);
const levelsArbitrary: fc.Arbitrary<Levels> = fc.record({
  posMs: fc.double({ min: 0, max: 1e15, noNaN: true }),
  bandsDb: listOf(
    fc.integer({ min: -255, max: 0 }).map((halves) => halves / 2),
    LEVEL_BANDS,
  ),
  samples: listOf(fc.integer({ min: -127, max: 127 }), LEVEL_SAMPLES),
  rmsLeftDb: tenthsDb,
  rmsRightDb: tenthsDb,
  peakDb: tenthsDb,
});
/** Turns -0 into 0. */
const plain = (levels: Levels | null): unknown => JSON.parse(JSON.stringify(levels));

test("a decoded message equals the encoded one, at any offset in a larger buffer", () => {
  fc.assert(
    fc.property(levelsArbitrary, fc.nat(9), (levels, offset) => {
      const bytes = encodeLevels(levels);
      const larger = new Uint8Array(LEVELS_BYTES + 9);
      larger.set(bytes, offset);

      const found = decodeLevels(larger.subarray(offset, offset + LEVELS_BYTES));

      expect(plain(found)).toEqual(plain(levels));
    }),
  );
});

test("values are rounded, and clamped when out of range", () => {
  const bandsDb = Array.from(
    { length: LEVEL_BANDS },
    (_, band) => [-20.2, 3, -Infinity][band % 3] ?? 0,
  );
  const samples = Array.from({ length: LEVEL_SAMPLES }, (_, at) => [300, -300, 12.4][at % 3] ?? 0);
  const levels = { posMs: 0, bandsDb, samples, rmsLeftDb: -6.02, rmsRightDb: -400, peakDb: 1 };

  const found = decodeLevels(encodeLevels(levels));

  expect(found?.bandsDb.slice(0, 3)).toEqual([-20, 0, LEAST_LEVEL_DB]);
  expect(found?.samples.slice(0, 3)).toEqual([127, -127, 12]);
  expect(found).toMatchObject({ rmsLeftDb: -6, rmsRightDb: LEAST_LEVEL_DB, peakDb: 0 });
});

test("a message of another version or length is rejected", () => {
  const bytes = new Uint8Array(LEVELS_BYTES);
  for (const version of [0, 2, 255]) {
    bytes[0] = version;
    expect(decodeLevels(bytes.buffer)).toBeNull();
  }
  bytes[0] = 1;
  expect(decodeLevels(bytes.subarray(1))).toBeNull();
  expect(decodeLevels(bytes.buffer)).not.toBeNull();
});
