import { expect, test } from "vitest";
import { busyPercent, delayOver, diskUsage, maskPassword } from "./load-rules.ts";

test("the load is the busy share of the time between two samples", () => {
  const before = { busyMs: 1000, totalMs: 10_000 };

  expect(busyPercent(before, { busyMs: 1250, totalMs: 11_000 })).toBe(25);
  expect(busyPercent(before, { busyMs: 3000, totalMs: 11_000 })).toBe(100);
  expect(busyPercent(before, { busyMs: 900, totalMs: 11_000 })).toBe(0);
  expect(busyPercent(before, before)).toBeNull();
});

test("the delay over a minute is the mean of all samples and the worst of the windows", () => {
  expect(delayOver([])).toEqual({ mean: 0, p99: 0, max: 0 });
  expect(
    delayOver([
      { count: 900, meanMs: 1, p99Ms: 5, maxMs: 90 },
      { count: 100, meanMs: 11, p99Ms: 40, maxMs: 50 },
    ]),
  ).toEqual({ mean: 2, p99: 40, max: 90 });
});

test("blocks reserved for root don't count as used", () => {
  const disk = { blocks: 100, bfree: 60, bavail: 55, bsize: 4096 };

  expect(diskUsage(disk)).toEqual({ usedBytes: 40 * 4096, totalBytes: 95 * 4096 });
  expect(diskUsage({ ...disk, bfree: 5, bavail: 0 })).toEqual({
    usedBytes: 95 * 4096,
    totalBytes: 95 * 4096,
  });
});

test.each([
  ["postgres://radio:secret@db.example:5433/radio", "postgres://radio:****@db.example:5433/radio"],
  ["postgres://radio@db/radio", "postgres://radio@db/radio"],
  ["postgres://db/radio?password=secret", "postgres://db/radio?password=****"],
])("the password in %s is masked", (url, masked) => {
  expect(maskPassword(url)).toBe(masked);
});
