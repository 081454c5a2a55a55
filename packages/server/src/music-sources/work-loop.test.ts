import { expect, test } from "vitest";
import { WorkLoop } from "./work-loop.ts";

/** Without news, the pauses between so many would take minutes. */
const FAILURES = 6;

test("what is to be tried now is tried as soon as the try under way has failed", async () => {
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
