import { expect, test } from "vitest";
import { eachOf, finish, firstOf } from "./small-steps.ts";

const numbers = Array.from({ length: 5000 }, (_, index) => (index * 7919) % 5003);

test("every item is visited in order, with many chances to pause", () => {
  const seen: number[] = [];
  const pauses = [...eachOf(numbers, (item) => void seen.push(item))].length;

  expect(seen).toEqual(numbers);
  expect(pauses).toBe(25);
});

test("the first of many match the sorted list, and equal ones keep their order", () => {
  const items = numbers.map((value, index) => ({ value: value % 50, index }));
  const compare = (a: { readonly value: number }, b: { readonly value: number }) =>
    a.value - b.value;

  for (const most of [1, 7, 300, 9000])
    expect(finish(firstOf(items, { most, compare }))).toEqual(
      items.toSorted(compare).slice(0, most),
    );
});
