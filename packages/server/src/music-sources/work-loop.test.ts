import { expect, test } from "vitest";
import { WorkLoop } from "./work-loop.ts";

/** Without `tryNow` the pauses between this many would take minutes. */
const FAILURES = 6;

test("an immediate retry requested during an attempt happens as soon as that attempt fails", async () => {
  let tries = 0;
  const loop = new WorkLoop({
    work: async () => {
      await Promise.resolve();
      tries += 1;
      if (tries > FAILURES) return false;
      loop.tryNow();
      throw new Error("away");
    },
    onFailure: () => {},
    everyMs: 60_000,
  });

  await expect.poll(() => tries).toBe(FAILURES + 1);
  await loop.close();
});
