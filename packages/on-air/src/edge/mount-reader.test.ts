import { expect, test } from "vitest";
import { decideRetry } from "./mount-reader.ts";

test("the pauses between retries grow to 8 s", () => {
  const delays = [0, 1, 2, 3, 4, 5, 99].map(
    (failures) => decideRetry({ failures, lastedMs: 0, random: 0.5 }).delayMs,
  );

  expect(delays).toEqual([500, 1000, 2000, 4000, 8000, 8000, 8000]);
});

test("a connection that lasted clears the failures before it", () => {
  expect(decideRetry({ failures: 4, lastedMs: 30_000, random: 0 })).toEqual({
    failures: 1,
    delayMs: 400,
  });
});
