import { expect, test } from "vitest";
import { engineHealthOf } from "./engine-health.ts";

test.each([
  [0.8, true],
  [1, false],
  [null, false],
])("an encoder that works %s times as fast as real time is slow: %s", (encoderSpeed, isSlow) => {
  const health = engineHealthOf({
    kind: "heartbeat",
    aheadMs: 400,
    isEmergency: false,
    encoderSpeed,
    rssBytes: 1,
  });

  expect(health).toEqual({ isSlow, isEmergency: false });
});
