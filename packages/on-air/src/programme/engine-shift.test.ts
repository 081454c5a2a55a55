import { expect, test } from "vitest";
import { EngineShift } from "./engine-shift.ts";

test("the engine's positions are shifted by what the bridge played after the engine's start", () => {
  const ring = { endSamples: 1000 };
  const shift = new EngineShift(ring);
  const atFirst = shift.samples;

  ring.endSamples = 1500;
  const afterBridge = shift.samples;
  shift.recordEngineEnd(1200);

  expect([atFirst, afterBridge, shift.samples]).toEqual([0, 500, 300]);
});
