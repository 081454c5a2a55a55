import { expect, test, vi } from "vitest";
import os from "node:os";
import { momentNow, passedMs, type Moment } from "./moment.ts";

const before: Moment = { atMs: 1_000_000, upMs: 50_000, bootId: "a" };

test("within one boot the elapsed time is known, whatever the wall clock did", () => {
  const upMs = 52_500;
  const passed = [-3_600_000, 0, 3_600_000].map((jumpMs) =>
    passedMs(before, { atMs: before.atMs + 2500 + jumpMs, upMs, bootId: "a" }),
  );

  expect(passed).toEqual([2500, 2500, 2500]);
});

test("time in which the machine slept counts, too", () => {
  const uptime = vi.spyOn(os, "uptime").mockReturnValue(100);
  const slept = momentNow("a");
  uptime.mockReturnValue(100 + 8 * 3600);
  const woken = momentNow("a");
  uptime.mockRestore();

  expect(passedMs(slept, woken)).toBe(8 * 3_600_000);
});

test("across a reboot the wall clock decides, unless it went back", () => {
  const passed = [30_000, -1].map((ms) =>
    passedMs(before, { atMs: before.atMs + ms, upMs: 60_000, bootId: "b" }),
  );

  expect(passed).toEqual([30_000, null]);
});

test("where boots can't be told apart the wall clock decides, too", () => {
  const unknown = { ...before, bootId: null };

  expect(passedMs(unknown, { atMs: before.atMs + 7, upMs: 99_000, bootId: null })).toBe(7);
});
