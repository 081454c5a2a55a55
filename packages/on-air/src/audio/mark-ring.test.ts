import { expect, test } from "vitest";
import { createMarkRingMemory, MarkRing } from "./mark-ring.ts";

const openEnds = (): readonly [MarkRing, MarkRing] => {
  const memory = createMarkRingMemory();
  return [new MarkRing(memory), new MarkRing(memory)];
};

test("a mark comes out once its position is reached, and the newest of several wins", () => {
  const [writer, reader] = openEnds();
  writer.write(100, 1);
  writer.write(200, 2);
  writer.write(200, 3);
  writer.write(300, 4);

  expect([99, 100, 100, 250, 1000].map((place) => reader.takeUpTo(place))).toEqual([
    undefined,
    1,
    undefined,
    3,
    4,
  ]);
});

test("positions go on past the overflow of their 32 bits", () => {
  const [writer, reader] = openEnds();
  const last = 2 ** 31 - 1;
  writer.write(last, 1);
  writer.write((last + 10) | 0, 2);

  expect(reader.takeUpTo(last)).toBe(1);
  expect(reader.takeUpTo((last + 9) | 0)).toBeUndefined();
  expect(reader.takeUpTo((last + 10) | 0)).toBe(2);
});

test("marks that do not fit are lost, and later ones come through again", () => {
  const [writer, reader] = openEnds();
  for (let mark = 0; mark < 200; mark += 1) writer.write(mark, mark);
  expect(reader.takeUpTo(1000)).toBe(127);

  for (let mark = 0; mark < 100; mark += 1) writer.write(1000 + mark, mark);
  expect(reader.takeUpTo(1050)).toBe(50);
  expect(reader.takeUpTo(2000)).toBe(99);
});
