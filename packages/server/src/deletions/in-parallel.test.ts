import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { inParallel } from "./in-parallel.ts";

test("a few items run at a time, and the outcomes keep the items' order", async () => {
  let running = 0;
  let most = 0;

  const outcomes = await inParallel([3, 1, 2, 0], 2, async (turns) => {
    running += 1;
    most = Math.max(most, running);
    for (let turn = 0; turn <= turns; turn += 1) await nextTurn();
    running -= 1;
    return turns * 10;
  });

  expect(outcomes).toEqual([
    [3, 30],
    [1, 10],
    [2, 20],
    [0, 0],
  ]);
  expect(most).toBe(2);
});

test("after a failure nothing new starts, and running items finish first", async () => {
  const ended: number[] = [];
  const work = async (item: number): Promise<void> => {
    if (item === 0) throw new Error("no such file");
    await nextTurn();
    ended.push(item);
  };

  await expect(inParallel([1, 0, 2, 3], 2, work)).rejects.toThrow("no such file");

  expect(ended).toEqual([1]);
});
