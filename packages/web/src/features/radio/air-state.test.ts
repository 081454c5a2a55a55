import { expect, test } from "vitest";
import { airStateOf } from "./air-state.ts";

test("a station is live while it streams, plays, and is not faded out", () => {
  const playing = { isPlaying: true, isFadedOut: false };
  const streaming = { isStreaming: true };

  expect(airStateOf(playing, streaming)).toBe("live");
  expect(airStateOf({ ...playing, isFadedOut: true }, streaming)).toBe("faded-out");
  expect(airStateOf({ isPlaying: false, isFadedOut: true }, streaming)).toBe("offline");
  expect(airStateOf(playing, { isStreaming: false })).toBe("offline");
});
