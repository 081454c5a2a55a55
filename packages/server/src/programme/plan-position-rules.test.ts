import * as fc from "fast-check";
import { expect, test } from "vitest";
import { keepPositions } from "./plan-position-rules.ts";

test("items that stay in order keep their positions, even once the first has begun", () => {
  expect(keepPositions([64, 70, 128])).toEqual([64, 70, 128]);
});

test("a new item gets a position between its neighbours, before the first or after the last", () => {
  expect(keepPositions([0, undefined, 64])).toEqual([0, 32, 64]);
  expect(keepPositions([undefined, 0])).toEqual([-64, 0]);
  expect(keepPositions([0, undefined, undefined])).toEqual([0, 64, 128]);
  expect(keepPositions([undefined, undefined])).toEqual([0, 64]);
});

test("a moved item gets a new position, and the others keep theirs", () => {
  expect(keepPositions([192, 0, 64, 128])).toEqual([-64, 0, 64, 128]);
  expect(keepPositions([64, 128, 192, 0])).toEqual([64, 128, 192, 256]);
});

test("without room, or once positions are too high, all items are renumbered", () => {
  expect(keepPositions([7, undefined, 8])).toEqual([0, 64, 128]);
  expect(keepPositions([5, 2 ** 30])).toEqual([0, 64]);
});

test("positions always ascend, whatever the previous ones", () => {
  const former = fc.array(fc.option(fc.integer({ min: -300, max: 300 }), { nil: undefined }));
  fc.assert(
    fc.property(former, (given) => {
      const positions = keepPositions(given);

      expect(positions).toEqual([...new Set(positions)].toSorted((a, b) => a - b));
      expect(positions).toHaveLength(given.length);
      expect(positions.every(Number.isInteger)).toBe(true);
    }),
  );
});
