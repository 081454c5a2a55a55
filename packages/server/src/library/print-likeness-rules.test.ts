import { expect, test } from "vitest";
import { comparePrints, decideSameRecording } from "./print-likeness-rules.ts";
import { printOf } from "./test-prints.ts";

/** Flips low bits in some of the numbers, like a lossy encoding. */
function noisy(print: Uint32Array, everyNth: number): Uint32Array {
  return print.map((item, index) => (index % everyNth === 0 ? item ^ 0xff : item));
}

const sound = (print: Uint32Array, heardMs = 200_000) => ({ print, heardMs });

test("another encoding that begins later is aligned, and is the same recording", () => {
  const original = printOf(1);
  const copy = noisy(original.subarray(24), 4);

  const likeness = comparePrints(original, copy);

  expect(likeness.compared).toBe(copy.length);
  expect(likeness.errorShare).toBeCloseTo(8 / 32 / 4, 2);
  expect(decideSameRecording(sound(original), sound(copy))).toBeCloseTo(1 - 8 / 32 / 4, 2);
  expect(decideSameRecording(sound(copy), sound(original))).toBeCloseTo(1 - 8 / 32 / 4, 2);
});

test("unrelated sounds differ in about half of their bits", () => {
  expect(decideSameRecording(sound(printOf(1)), sound(printOf(2)))).toBeNull();
});

test("a remix that differs from the original for twenty seconds is another recording", () => {
  const original = printOf(1);
  const remix = Uint32Array.from([...original.subarray(0, 740), ...printOf(2, 160)]);

  expect(comparePrints(original, remix).errorShare).toBeLessThan(0.2);
  expect(decideSameRecording(sound(original), sound(remix))).toBeNull();
});

test("a shorter edit is another recording; different silence at the ends is not", () => {
  const print = printOf(1);

  expect(decideSameRecording(sound(print, 200_000), sound(print, 190_000))).toBeNull();
  expect(decideSameRecording(sound(print, 200_000), sound(print, 199_000))).toBe(1);
});

test("silence and too little sound are inconclusive", () => {
  const silence = new Uint32Array(900).fill(627_964_279);
  const short = printOf(1, 60);

  expect(decideSameRecording(sound(silence), sound(silence))).toBeNull();
  expect(decideSameRecording(sound(short), sound(short))).toBeNull();
  expect(decideSameRecording(sound(new Uint32Array(0)), sound(short))).toBeNull();
});

test("shared silence at the beginning does not make two tracks alike", () => {
  const silence = new Uint32Array(700).fill(627_964_279);
  const one = Uint32Array.from([...silence, ...printOf(1, 200)]);
  const other = Uint32Array.from([...silence, ...printOf(2, 200)]);

  expect(comparePrints(one, other).errorShare).toBeGreaterThan(0.35);
  expect(decideSameRecording(sound(one), sound(other))).toBeNull();
});
