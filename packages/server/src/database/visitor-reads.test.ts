import { expect, test } from "vitest";
import { asVisitorRead, DatabaseBusyError, isVisitorRead, VisitorReads } from "./visitor-reads.ts";

test("[D5] when many visitors read, some reads run, some wait in turn, and the rest fail at once", async () => {
  const reads = new VisitorReads({ atOnce: 2, waiting: 3, waitMs: 60_000 });
  const begun: number[] = [];
  const gates = Array.from({ length: 7 }, () => Promise.withResolvers<void>());

  const all = gates.map(({ promise }, n) =>
    reads.run(async () => {
      begun.push(n);
      await promise;
    }),
  );
  const refused = await Promise.allSettled(all.slice(5));
  const atFirst = [...begun];
  for (const { resolve } of gates) resolve();
  await Promise.all(all.slice(0, 5));

  expect(
    refused.map((one) => one.status === "rejected" && one.reason instanceof DatabaseBusyError),
  ).toEqual([true, true]);
  expect(atFirst).toEqual([0, 1]);
  expect(begun).toEqual([0, 1, 2, 3, 4]);
});

test("a read that fails or has waited too long gives its place to the next", async () => {
  const reads = new VisitorReads({ atOnce: 1, waiting: 1, waitMs: 0 });
  const gate = Promise.withResolvers<void>();

  const failing = reads.run(() => gate.promise);
  await expect(reads.run(async () => 1)).rejects.toThrow(DatabaseBusyError);
  gate.reject(new Error("lost"));
  await expect(failing).rejects.toThrow("lost");

  expect(await reads.run(async () => 2)).toBe(2);
});

test("only reads made by a visitor's call count as visitor reads", async () => {
  expect([isVisitorRead(), await asVisitorRead(async () => isVisitorRead())]).toEqual([
    false,
    true,
  ]);
});
