import { tmpdir } from "node:os";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { LoadMeter, measureDisk } from "./load-meter.ts";

const BLOCKED_MS = 40;

test("a blocked event loop is late by the time it was blocked, and keeps the CPU busy", async () => {
  const meter = new LoadMeter();
  try {
    // The histogram's first sample starts the interval that the second one measures.
    while (meter.loopDelayMs.max < BLOCKED_MS / 2) {
      const endMs = performance.now() + BLOCKED_MS;
      while (performance.now() < endMs);
      await nextTurn();
    }

    expect(meter.processCpuPercent).toBeGreaterThan(0);
    expect(meter.machineCpuPercent).toBeGreaterThan(0);
  } finally {
    meter.close();
  }
});

test("the disk of a missing folder has no figures", async () => {
  expect(await measureDisk(`${tmpdir()}/not-there-at-all`)).toBeNull();
});
