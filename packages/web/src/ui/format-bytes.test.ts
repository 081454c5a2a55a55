import { expect, test } from "vitest";
import { formatBytes, formatUptime } from "./format-bytes.ts";

test("a size uses the unit that leaves the fewest digits", () => {
  expect([0, 512, 1536, 700 * 1024 ** 2, 1.5 * 1024 ** 3].map(formatBytes)).toEqual([
    "0 B",
    "512 B",
    "1.5 KB",
    "700 MB",
    "1.5 GB",
  ]);
});

test("an uptime shows its two largest units", () => {
  expect([59, 300, 3 * 3600 + 120, 90_000].map(formatUptime)).toEqual([
    "0m",
    "5m",
    "3h 2m",
    "1d 1h",
  ]);
});
