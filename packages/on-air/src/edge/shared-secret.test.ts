import { expect, test } from "vitest";
import { SharedSecret } from "./shared-secret.ts";

const SECRET = "a-secret-that-people-chose";
const ADDRESS = "192.0.2.1";

test("[S113] after three wrong secrets an address waits, even with the right one", () => {
  const secret = new SharedSecret(SECRET);
  const verdicts = [1, 2, 3].map(() => secret.check("wrong", ADDRESS, 0));

  expect(verdicts).toEqual(["wrong", "wrong", "wrong"]);
  expect(secret.check(SECRET, ADDRESS, 999)).toBe("wait");
  expect(secret.check(SECRET, "192.0.2.2", 999)).toBe("right");
  expect(secret.check(SECRET, ADDRESS, 1000)).toBe("right");
});

test("[S113] a try during the wait does not extend it, so an edge that keeps trying gets in", () => {
  const secret = new SharedSecret(SECRET);
  for (let wrong = 0; wrong < 3; wrong += 1) secret.check("wrong", ADDRESS, 0);

  for (let nowMs = 0; nowMs < 1000; nowMs += 100)
    expect(secret.check("wrong", ADDRESS, nowMs)).toBe("wait");

  expect(secret.check(SECRET, ADDRESS, 1000)).toBe("right");
});
