import { afterAll, beforeAll, expect, test } from "vitest";
import { readCorpus } from "./corpus.ts";
import { bytesOf } from "./target.ts";
import { loadTarget, targetNames } from "./targets.ts";
import { createTrial, LooseFailures } from "./try-input.ts";

/** Inputs that the target's own protocol examples don't lead to. */
const LEAST_SAVED = 3;

let loose: LooseFailures;
beforeAll(() => {
  loose = new LooseFailures();
});
afterAll(() => loose[Symbol.dispose]());

test.each(targetNames)("%s has saved inputs", (name) => {
  expect(readCorpus(name).length).toBeGreaterThanOrEqual(LEAST_SAVED);
});

test.each(targetNames)("the seeds and saved inputs of %s are handled correctly", async (name) => {
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
});
