import { expect, test } from "vitest";
import { decideMetrics } from "./metrics-rules.ts";

test("this machine can read the metrics, and others with the token; without a token they are hidden", () => {
  const elsewhere = { isLoopback: false, hasToken: false, hasToWait: false, isTokenRight: false };

  expect(decideMetrics({ ...elsewhere, isLoopback: true })).toBe("allowed");
  expect(decideMetrics(elsewhere)).toBe("hidden");
  expect(decideMetrics({ ...elsewhere, hasToken: true })).toBe("refused");
  expect(decideMetrics({ ...elsewhere, hasToken: true, isTokenRight: true })).toBe("allowed");
});

test("after too many wrong tokens even the right one has to wait, except on this machine", () => {
  const guessed = { isLoopback: false, hasToken: true, hasToWait: true, isTokenRight: true };

  expect(decideMetrics(guessed)).toBe("wait");
  expect(decideMetrics({ ...guessed, isTokenRight: false })).toBe("wait");
  expect(decideMetrics({ ...guessed, isLoopback: true })).toBe("allowed");
});
