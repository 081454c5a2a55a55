import { expect, test } from "vitest";
import { createLoginThrottle } from "./login-throttle.ts";

test("guessing many accounts from one network costs a growing wait, which the access code shares", () => {
  const throttle = createLoginThrottle({ nowMs: () => 5000 });
  for (let n = 0; n < 31; n += 1)
    throttle.noteFailure({ subject: `user ${n}`, address: `2001:db8::${n.toString(16)}` });

  const code = { subject: "access-code", address: "2001:db8::ffff" };
  expect(throttle.blockedUntilMs(code)).toBe(7000);
  expect(throttle.blockedUntilMs({ ...code, address: "2001:db8:0:1::1" })).toBeNull();
});

test("a sign-in that works takes back only itself from the network's failures", () => {
  const throttle = createLoginThrottle({ nowMs: () => 5000 });
  const address = "192.0.2.1";
  for (let n = 0; n < 31; n += 1) throttle.noteFailure({ subject: `user ${n}`, address });

  throttle.noteSuccess({ subject: "user 3", address });

  expect(throttle.blockedUntilMs({ subject: "user 3", address })).toBe(6000);
});
