import { expect, test } from "vitest";
import { afterFailure, FORGIVEN_AFTER_MS, nextAttemptAtMs } from "./throttle-rules.ts";

function failures(times: number, atMs: number) {
  let attempts: ReturnType<typeof afterFailure> | undefined;
  for (let n = 0; n < times; n += 1) attempts = afterFailure(attempts, atMs);
  return attempts;
}

test("the first three wrong passwords cost no wait, then it doubles from one second to fifteen minutes", () => {
  expect(nextAttemptAtMs(undefined)).toBe(0);
  expect(nextAttemptAtMs(failures(2, 10_000))).toBe(0);
  expect(nextAttemptAtMs(failures(3, 10_000))).toBe(11_000);
  expect(nextAttemptAtMs(failures(5, 10_000))).toBe(14_000);
  expect(nextAttemptAtMs(failures(60, 10_000))).toBe(910_000);
});

test("an hour without a failure forgives the earlier ones", () => {
  const attempts = afterFailure(failures(9, 0), FORGIVEN_AFTER_MS + 1);

  expect(attempts.count).toBe(1);
});
