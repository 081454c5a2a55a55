import { expect, test } from "vitest";
import { createWorkSlices } from "./work-slices.ts";

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
