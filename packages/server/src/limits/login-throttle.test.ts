import { expect, test, vi } from "vitest";
import {
  afterFailure,
  createLoginThrottle,
  FORGIVEN_AFTER_MS,
  nextAttemptAtMs,
} from "./login-throttle.ts";

test("guessing many accounts from one network costs a growing wait, also for the access code", async () => {
  const throttle = createLoginThrottle(null, () => 5000);
  for (let n = 0; n < 31; n += 1)
    await throttle.recordFailure({ subject: `user ${n}`, address: `2001:db8::${n.toString(16)}` });

  const code = { subject: "access-code", address: "2001:db8::ffff" };
  expect(throttle.waitMs(code)).toBe(2000);
  expect(throttle.waitMs({ ...code, address: "2001:db8:0:1::1" })).toBe(0);
});

test("a successful sign-in removes only its own attempt from the network's failures", async () => {
  const throttle = createLoginThrottle(null, () => 5000);
  const address = "192.0.2.1";
  for (let n = 0; n < 31; n += 1) await throttle.recordFailure({ subject: `user ${n}`, address });

  await throttle.recordSuccess({ subject: "user 3", address });

  expect(throttle.waitMs({ subject: "user 3", address })).toBe(1000);
});

test("setting the clock back lengthens no lock-out", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  try {
    const throttle = createLoginThrottle();
    const attempt = { subject: "user 1", address: "192.0.2.1" };
    for (let n = 0; n < 9; n += 1) await throttle.recordFailure(attempt);

    vi.setSystemTime(Date.now() - 3_600_000);

    expect(throttle.waitMs(attempt)).toBeGreaterThan(0);
    expect(throttle.waitMs(attempt)).toBeLessThanOrEqual(64_000);
  } finally {
    vi.useRealTimers();
  }
});

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
