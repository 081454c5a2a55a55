import { expect, test } from "vitest";
import { airStateOf, impossibleBecause } from "./radio-data.ts";

test("a DJ can't be skipped or restarted, and a stream can't be restarted", () => {
  const track = { kind: "library" } as const;
  const stream = { kind: "stream" } as const;
  const dj = { kind: "live" } as const;

  expect([track, stream, dj, null].map((play) => impossibleBecause("skip", play))).toEqual([
    undefined,
    undefined,
    "A DJ is on air",
    undefined,
  ]);
  expect([track, stream, dj, undefined].map((play) => impossibleBecause("restart", play))).toEqual([
    undefined,
    "A stream can't be restarted",
    "A DJ is on air",
    undefined,
  ]);
});

const playing = { isPlaying: true, isFadedOut: false };
const streaming = { isStreaming: true };
const loop = { isEmergencyLoop: true };

test("a station is live while it streams, plays, and is not faded out", () => {
  const music = { isEmergencyLoop: false };

  expect(airStateOf(playing, streaming, music)).toBe("live");
  expect(airStateOf(playing, streaming, undefined)).toBe("live");
  expect(airStateOf({ ...playing, isFadedOut: true }, streaming, music)).toBe("faded-out");
  expect(airStateOf({ isPlaying: false, isFadedOut: true }, streaming, music)).toBe("offline");
  expect(airStateOf(playing, { isStreaming: false }, music)).toBe("offline");
});

test("a station whose emergency loop is on air is not shown as live", () => {
  expect(airStateOf(playing, streaming, loop)).toBe("no-music");
  expect(airStateOf({ ...playing, isPlaying: false }, streaming, loop)).toBe("offline");
});
