import { expect, test } from "vitest";
import { createSeededRandom } from "../packages/test-station/src/hostile-music/seeded-random.ts";
import { Coverage } from "./coverage.ts";
import { expectPlain, expectThat } from "./expectations.ts";
import { fuzz, type LoopOutcome } from "./fuzz-loop.ts";
import { mutate } from "./mutate.ts";
import { targetDefaults, type FuzzTarget } from "./target.ts";
import { createTrial, LooseFailures } from "./try-input.ts";

async function fuzzWith(target: FuzzTarget): Promise<LoopOutcome> {
  using coverage = await Coverage.start();
  using loose = new LooseFailures();
  const endsAtMs = performance.now() + 20_000;
  return await fuzz({ target, seed: 1, endsAtMs, saved: [], coverage, loose, begin: () => {} });
}

test("an input that breaks a promise is found and minimised", async () => {
  const { failure } = await fuzzWith({
    ...targetDefaults,
    seeds: ["some text that is harmless"],
    words: ["bad"],
    run: (input) => expectThat(!input.includes("bad"), "it is bad"),
  });

  expect(failure?.input.toString()).toBe("bad");
  expect(failure?.why).toBe("BrokenPromiseError: it is bad");
});

test("an unhandled rejection is a failure, too", async () => {
  const { failure } = await fuzzWith({
    ...targetDefaults,
    seeds: ["x"],
    run: async () => {
      void Promise.reject(new Error("not awaited"));
      await new Promise((resolve) => setImmediate(resolve));
    },
  });

  expect(failure?.why).toBe("Error: not awaited");
});

test("changing a shared prototype is a failure", async () => {
  const harm = { value: 1, configurable: true };
  const attempt = createTrial({
    ...targetDefaults,
    seeds: [],
    // oxlint-disable-next-line no-extend-native -- this is what the test is about
    run: () => void Object.defineProperty(Object.prototype, "polluted", harm),
  });

  const outcome = await attempt(Buffer.alloc(0));
  Reflect.deleteProperty(Object.prototype, "polluted");

  expect(outcome?.message).toBe("a prototype that all objects share has been changed");
});

test("an object with a foreign prototype is not plain", () => {
  const key: string = "__proto__";
  const row: Record<string, unknown> = {};
  row[key] = { isAdmin: true };

  expect(() => expectPlain({ rows: [row] }, "a row")).toThrow("came from outside");
  expect(() => expectPlain(JSON.parse('{"__proto__":{}}'), "a row")).not.toThrow();
});

test("the same seed produces the same inputs", () => {
  const make = (seed: number): readonly string[] => {
    const random = createSeededRandom(seed);
    const parts = { random, words: [], other: Buffer.from("other"), mostBytes: 100 };
    return Array.from({ length: 20 }, () =>
      mutate(Buffer.from("a text"), parts).toString("latin1"),
    );
  };

  expect(make(3)).toEqual(make(3));
  expect(make(3)).not.toEqual(make(4));
});
