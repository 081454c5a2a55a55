import { expect, test } from "vitest";
import { StatementLimit } from "./statement-limit.ts";

test("the highest limit of any running work holds until that work is over", async () => {
  const limit = new StatementLimit(5);
  const long = Promise.withResolvers<void>();
  const longer = Promise.withResolvers<void>();

  const inLong = limit.raised(50, () => long.promise);
  const inLonger = limit.raised(60, () => longer.promise);
  const inFailing = limit.raised(70, () => Promise.reject(new Error("stop")));

  await expect(inFailing).rejects.toThrow("stop");
  expect(limit.ms).toBe(60);
  longer.resolve();
  await inLonger;
  expect(limit.ms).toBe(50);
  long.resolve();
  await inLong;
  expect(limit.ms).toBe(5);
});
