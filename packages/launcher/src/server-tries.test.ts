import { expect, test } from "vitest";
import { ServerTries } from "./server-tries.ts";

test("[P95] a server with existing data is retried with growing delays", () => {
  const tries = new ServerTries({ isTrial: false, hasRun: true });

  const waits = Array.from({ length: 6 }, () => tries.nextMs());
  tries.worked();

  expect(tries.goesOn).toBe(true);
  expect(waits).toEqual([1000, 2000, 4000, 8000, 10_000, 10_000]);
  expect(tries.nextMs()).toBe(1000);
});

test("[P95] a new station fails with its first start, and carries on once a server has started", () => {
  const tries = new ServerTries({ isTrial: false, hasRun: false });

  expect([tries.goesOn, tries.nextMs()]).toEqual([false, null]);
  tries.worked();

  expect([tries.goesOn, tries.nextMs()]).toEqual([true, 1000]);
});

test("[P95] a trial fails if its server can't start", () => {
  const tries = new ServerTries({ isTrial: true, hasRun: true });
  tries.worked();

  expect([tries.goesOn, tries.nextMs()]).toEqual([false, null]);
});
