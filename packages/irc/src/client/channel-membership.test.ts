import { expect, test } from "vitest";
import { decideAfterKick, decideJoinRetryMs } from "./channel-membership.ts";

const minuteMs = 60_000;

test("[C8] a refused join is retried after 30 s, doubling to half an hour", () => {
  expect([1, 2, 3, 7, 99].map((refusals) => decideJoinRetryMs(refusals) / 1_000)).toEqual([
    30, 60, 120, 1_800, 1_800,
  ]);
});

test("[C9] the first kick keeps us out for a minute, a second for half an hour, a third for good", () => {
  expect(decideAfterKick([0])).toEqual({ kind: "rejoin", delayMs: minuteMs });
  expect(decideAfterKick([0, 9 * minuteMs])).toEqual({ kind: "rejoin", delayMs: 30 * minuteMs });
  expect(decideAfterKick([0, 11 * minuteMs])).toEqual({ kind: "rejoin", delayMs: minuteMs });
  expect(decideAfterKick([0, 9 * minuteMs, 40 * minuteMs])).toEqual({ kind: "stay-out" });
});
