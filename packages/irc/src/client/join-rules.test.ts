import { expect, test } from "vitest";
import { decideAfterKick, decideJoinRetryMs } from "./join-rules.ts";

const MINUTE_MS = 60_000;

test("a channel that refuses is tried again after 30 s, doubling to half an hour", () => {
  expect([1, 2, 3, 7, 50].map(decideJoinRetryMs)).toEqual([
    30_000, 60_000, 120_000, 1_800_000, 1_800_000,
  ]);
});

test("after a kick we come back in a minute, after a second in half an hour, after a third not", () => {
  const kicks = [0, 5 * MINUTE_MS, 36 * MINUTE_MS];

  expect(decideAfterKick(kicks.slice(0, 1))).toEqual({ kind: "rejoin", delayMs: MINUTE_MS });
  expect(decideAfterKick(kicks.slice(0, 2))).toEqual({ kind: "rejoin", delayMs: 30 * MINUTE_MS });
  expect(decideAfterKick(kicks)).toEqual({ kind: "stay-out" });
});
