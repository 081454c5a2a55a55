import { createLogTo } from "@neonrelay/process/log";
import { expect, test } from "vitest";
import { createHealthLog, engineHealthOf } from "./engine-health.ts";

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

test("the emergency loop is a warning after the first track, but not at the start", () => {
  const lines: unknown[] = [];
  const identity = { part: "on-air", level: "info" } as const;
  const note = createHealthLog(createLogTo((line) => lines.push(JSON.parse(line)), identity));

  for (const isEmergency of [true, true, false, true, false])
    note({ kind: "heartbeat", aheadMs: 400, isEmergency, encoderSpeed: 20, rssBytes: 1 });

  expect(lines).toMatchObject([
    { level: "info", msg: "the emergency loop is on air" },
    { level: "info", msg: "the emergency loop is over" },
    { level: "warn", msg: "the emergency loop is on air" },
    { level: "warn", msg: "the emergency loop is over" },
  ]);
});
