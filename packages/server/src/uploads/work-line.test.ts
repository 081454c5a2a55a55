import { expect, test } from "vitest";
import { WorkLine } from "./work-line.ts";

/** A line whose jobs end when the test says so. */
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

/** Lets all settled promises run their callbacks. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

test("an id added during its own job runs once more afterwards", async () => {
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

// In some of these moments the job has ended but its lane is not free yet.
test.each([0, 1, 2, 3, 4, 5])(
  "an id added %i moments after the last job ended still runs",
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

test("at most N jobs run at once, first in, first out", async () => {
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

test("a closed line waits for running jobs and starts no more", async () => {
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
