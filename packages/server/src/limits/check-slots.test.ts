import { expect, test } from "vitest";
import { createCheckSlots } from "./check-slots.ts";

const limits = { atOnce: 2, waiting: 6, perNetwork: { atOnce: 1, waiting: 2 } };

/** Checks that run until released, and the order in which they began. */
function heldChecks(): {
  readonly check: (name: string) => () => Promise<void>;
  readonly begun: string[];
  readonly most: () => number;
  readonly letOneGo: () => Promise<void>;
} {
  const begun: string[] = [];
  const held: (() => void)[] = [];
  let most = 0;
  return {
    begun,
    most: () => most,
    check: (name) => async () => {
      begun.push(name);
      const gate = Promise.withResolvers<void>();
      held.push(gate.resolve);
      most = Math.max(most, held.length);
      await gate.promise;
    },
    letOneGo: async () => {
      held.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

test("of many password checks at once two run, some wait, and the rest are told to retry", async () => {
  const slots = createCheckSlots(limits);
  const { check, letOneGo, most } = heldChecks();

  const all = Array.from({ length: 10 }, (_, n) => slots.run(`network ${n}`, check(String(n))));
  for (let done = 0; done < 8; done += 1) await letOneGo();
  const kinds = (await Promise.all(all)).map(({ kind }) => kind);

  expect(kinds.filter((kind) => kind === "done")).toHaveLength(8);
  expect(most()).toBe(2);
  expect((await slots.run("network 1", async () => 1)).kind).toBe("done");
});

test("a flooding network runs one check and has two waiting, and others take turns with it", async () => {
  const slots = createCheckSlots(limits);
  const { check, begun, letOneGo } = heldChecks();

  const flood = Array.from({ length: 20 }, (_, n) => slots.run("flood", check(`flood ${n}`)));
  const others = ["ada", "ben", "eve"].map((name) => slots.run(name, check(name)));
  for (let done = 0; done < 6; done += 1) await letOneGo();
  const kinds = (await Promise.all(flood)).map(({ kind }) => kind);

  expect(kinds.filter((kind) => kind === "done")).toHaveLength(3);
  expect((await Promise.all(others)).map(({ kind }) => kind)).toEqual(["done", "done", "done"]);
  expect(begun).toEqual(["flood 0", "ada", "flood 1", "ben", "eve", "flood 2"]);
});
