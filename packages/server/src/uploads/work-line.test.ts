import { expect, test } from "vitest";
import { WorkLine } from "./work-line.ts";

/** A line whose work ends when the test says so. */
function openLine(atOnce: number) {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const line = new WorkLine({
    atOnce,
    deal: (id) => {
      begun.push(id);
      const { promise, resolve } = Promise.withResolvers<void>();
      ends.push(resolve);
      return promise;
    },
  });
  return { line, begun, endNext: () => ends.shift()?.() };
}

/** Every promise that is settled has had its say. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

test("what is added while it is being dealt with is dealt with once more, after that", async () => {
  const { line, begun, endNext } = openLine(2);
  line.add("a");
  line.add("a");
  await settled();
  const atFirst = [...begun];

  endNext();
  await settled();
  endNext();
  await settled();

  expect([atFirst, begun]).toEqual([["a"], ["a", "a"]]);
});

// In one of these moments the work has ended and its lane has not been given back.
test.each([0, 1, 2, 3, 4, 5])(
  "what is added %i moments after the last one ended is dealt with",
  async (moments) => {
    const { line, begun, endNext } = openLine(1);
    line.add("a");
    endNext();
    for (let passed = 0; passed < moments; passed += 1) await Promise.resolve();

    line.add("a");
    line.add("b");
    await settled();
    endNext();
    await settled();

    expect(begun.slice(1).toSorted()).toEqual(["a", "b"]);
  },
);

test("no more than so many are under way, in the order of their coming", async () => {
  const { line, begun, endNext } = openLine(2);
  for (const id of ["a", "b", "c", "d"]) line.add(id);
  const atFirst = [...begun];

  endNext();
  await settled();

  expect([atFirst, begun]).toEqual([
    ["a", "b"],
    ["a", "b", "c"],
  ]);
});

test("a closed line waits for what is under way, and begins nothing", async () => {
  const { line, begun, endNext } = openLine(1);
  line.add("a");
  line.add("b");
  let isClosed = false;
  const closed = line.close().then(() => (isClosed = true));
  await settled();
  const closedEarly = isClosed;

  endNext();
  await closed;
  line.add("c");

  expect([closedEarly, begun]).toEqual([false, ["a"]]);
});
