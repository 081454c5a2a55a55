import type { NowPlaying } from "@neonrelay/contract";
import { expect, test } from "vitest";
import { isNews } from "./socket-states.ts";

function at({ serverNowMs, positionMs }: Pick<NowPlaying, "serverNowMs" | "positionMs">) {
  return {
    now: null,
    track: null,
    startedAtMs: null,
    durationMs: null,
    next: null,
    isEmergencyLoop: false,
    history: [],
    serverNowMs,
    positionMs,
  };
}

test("the clock going on is no news, a jump of it is", () => {
  const before = at({ serverNowMs: 1000, positionMs: 50 });

  expect(isNews({ before, after: at({ serverNowMs: 9000, positionMs: 8050 }) })).toBe(false);
  expect(isNews({ before, after: at({ serverNowMs: 9000, positionMs: 9050 }) })).toBe(true);
});

test("without a clock, while on-air is away, time passing is no news", () => {
  const before = at({ serverNowMs: 1000, positionMs: 0 });

  expect(isNews({ before, after: at({ serverNowMs: 9000, positionMs: 0 }) })).toBe(false);
});
