import { afterAll, beforeAll, expect, test } from "vitest";
import { readCorpus } from "./corpus.ts";
import { bytesOf } from "./target.ts";
import { loadTarget, targetNames } from "./targets.ts";
import { createTrial, LooseFailures } from "./try-input.ts";

let loose: LooseFailures;
beforeAll(() => {
  loose = new LooseFailures();
});
afterAll(() => loose[Symbol.dispose]());

test.each(targetNames)(
  "the inputs that were found for %s are read as they have to be",
  async (name) => {
    const target = await loadTarget(name);
    const attempt = createTrial(target);
    const inputs = [
      ...target.seeds.map((seed) => ({ why: "a seed", bytes: bytesOf(seed) })),
      ...readCorpus(name),
    ];

    const failed: string[] = [];
    for (const { why, bytes } of inputs) {
      const error = (await attempt(Buffer.from(bytes))) ?? loose.next();
      if (error !== undefined) failed.push(`${why}: ${error.message}`);
    }

    expect(failed).toEqual([]);
  },
);
