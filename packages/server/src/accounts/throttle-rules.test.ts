import { expect, test } from "vitest";
import { afterFailure, FORGIVEN_AFTER_MS, networkOf, nextAttemptAtMs } from "./throttle-rules.ts";

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

test.each([
  ["192.0.2.7", "192.0.2.7"],
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0DB8:1:2::9", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
])("%s counts as %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});
