import { expect, test } from "vitest";
import { SpeedMeter } from "./speed-meter.ts";

test("the speed covers all work of the last five beats", () => {
  const meter = new SpeedMeter();
  meter.add({ producedMs: 1000, workedMs: 1000 });
  meter.beat();
  for (let beat = 1; beat < 5; beat += 1) {
    meter.add({ producedMs: 600, workedMs: 3 });
    meter.add({ producedMs: 400, workedMs: 7 });
    meter.beat();
  }

  meter.add({ producedMs: 1000, workedMs: 10 });

  expect(meter.beat()).toBe(100);
});

test("without work there is no speed", () => {
  const meter = new SpeedMeter();
  meter.add({ producedMs: 0, workedMs: 0.2 });

  expect(meter.beat()).toBeNull();
});
