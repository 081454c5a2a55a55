import { expect, test } from "vitest";
import { createTurns } from "./turns.ts";

test("other work runs between two jobs, and each caller gets its own outcome, in order", async () => {
  const inTurn = createTurns();
  const done: (string | number)[] = [];
  const work = Array.from({ length: 5 }, (_, index) => inTurn(() => done.push(index) && index));
  const others = work.map(async () => {
    await new Promise((resolve) => setImmediate(resolve));
    done.push("other");
  });

  expect(await Promise.all(work)).toEqual([0, 1, 2, 3, 4]);
  await Promise.all(others);

  expect(done.filter((one) => one !== "other")).toEqual([0, 1, 2, 3, 4]);
  expect(done.indexOf("other")).toBeLessThan(done.indexOf(1));
});

test("a job that fails rejects for its caller, and the next one runs", async () => {
  const inTurn = createTurns();
  const failing = inTurn(() => {
    throw new Error("too hard");
  });
  const next = inTurn(() => "done");

  await expect(failing).rejects.toThrow("too hard");
  expect(await next).toBe("done");
});
