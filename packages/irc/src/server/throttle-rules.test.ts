import { expect, test } from "vitest";
import { type BucketLevel, takeToken } from "./throttle-rules.ts";

const bucket = { burst: 2, perSecond: 4 };

test("[N27] a full bucket allows its burst at once, then reports the wait for the next token", () => {
  let level: BucketLevel | undefined;
  const kinds = [0, 0, 0].map((nowMs) => {
    const decision = takeToken(bucket, level, nowMs);
    ({ level } = decision);
    return decision.kind === "wait" ? decision.waitMs : decision.kind;
  });

  expect(kinds).toEqual(["taken", "taken", 250]);
  expect(takeToken(bucket, level, 250).kind).toBe("taken");
});

test("a bucket never exceeds its burst, and a clock that goes back loses nothing", () => {
  expect(takeToken(bucket, { tokens: 0, atMs: 0 }, 3_600_000).level.tokens).toBe(1);
  expect(takeToken(bucket, { tokens: 2, atMs: 5000 }, 0).level.tokens).toBe(1);
});
