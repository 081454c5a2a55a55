import { expect, test } from "vitest";
import { isMuteOver, nextMute } from "./emergency-mute.ts";

const stopped = { isStopped: true, edgeMs: 100_000, toldAtMs: 0 };
const playsAgain = nextMute(stopped, { isStopped: false, edgeMs: 102_000, toldAtMs: 2000 });

test("a playing station that was not stopped mutes nothing", () => {
  expect(nextMute(undefined, { ...stopped, isStopped: false })).toBeUndefined();
});

test("nothing is heard while the station is stopped, however long that takes", () => {
  expect(isMuteOver(stopped, { heardMs: 200_000, nowMs: 3_600_000 })).toBe(false);
});

test("once the station plays again, sound from before the stop is not heard", () => {
  expect(playsAgain).toEqual({ isStopped: false, edgeMs: 100_000, toldAtMs: 0 });
  const isOverAt = (heardMs: number | undefined) =>
    playsAgain !== undefined && isMuteOver(playsAgain, { heardMs, nowMs: 5000 });

  expect([98_000, 100_599, undefined, 100_600].map((heardMs) => isOverAt(heardMs))).toEqual([
    false,
    false,
    false,
    true,
  ]);
});

test("if the position is unknown, it lasts as long as a listener can lag behind", () => {
  const unknown = { isStopped: false, edgeMs: undefined, toldAtMs: 0 };
  const isOverAt = (nowMs: number) => isMuteOver(unknown, { heardMs: undefined, nowMs });

  expect([isOverAt(29_999), isOverAt(30_000)]).toEqual([false, true]);
});
