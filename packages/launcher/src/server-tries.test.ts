import { expect, test } from "vitest";
import { ServerTries } from "./server-tries.ts";

test("[P95] a server of a station that has run is tried again, later and later", () => {
  const tries = new ServerTries({ isTrial: false, hasRun: true });

  const waits = Array.from({ length: 6 }, () => tries.nextMs());
  tries.worked();

  expect(tries.goesOn).toBe(true);
  expect(waits).toEqual([1000, 2000, 4000, 8000, 10_000, 10_000]);
  expect(tries.nextMs()).toBe(1000);
});

test("[P95] a new station ends with its first start, and goes on once a server has started", () => {
  const tries = new ServerTries({ isTrial: false, hasRun: false });

  expect([tries.goesOn, tries.nextMs()]).toEqual([false, null]);
  tries.worked();

  expect([tries.goesOn, tries.nextMs()]).toEqual([true, 1000]);
});

test("[P95] a trial ends with a server that can't start", () => {
  const tries = new ServerTries({ isTrial: true, hasRun: true });
  tries.worked();

  expect([tries.goesOn, tries.nextMs()]).toEqual([false, null]);
});
