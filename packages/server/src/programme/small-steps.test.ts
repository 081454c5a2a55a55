import { expect, test } from "vitest";
import { createWorkSlices, eachOf, finish, firstOf } from "./small-steps.ts";

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

function slicesOf(stepMs: number) {
  let atMs = 0;
  let pauses = 0;
  const closing = new AbortController();
  const slices = createWorkSlices({
    signal: closing.signal,
    nowMs: () => atMs,
    pause: async () => {
      pauses += 1;
      await Promise.resolve();
    },
  });
  return {
    closing,
    pauses: () => pauses,
    step: async () => {
      atMs += stepMs;
      return await slices.goOn();
    },
  };
}

test("[F6] a long job lets other work run every few milliseconds", async () => {
  const { step, pauses } = slicesOf(2);

  for (let steps = 0; steps < 40; steps += 1) await step();

  expect(pauses()).toBe(10);
});

test("[F6] a job ends after a minute, or when the station stops", async () => {
  const slow = slicesOf(20_000);
  const stopped = slicesOf(1);
  stopped.closing.abort();

  expect([await slow.step(), await slow.step(), await slow.step()]).toEqual([true, true, false]);
  expect(await stopped.step()).toBe(false);
});
