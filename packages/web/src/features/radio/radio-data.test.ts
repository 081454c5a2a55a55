import { contentKinds } from "@neonrelay/contract/callers";
import { expect, test } from "vitest";
import { airStateOf, impossibleBecause, isSong, stationSwitchLabel } from "./radio-data.ts";

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

test("the control that pauses the station says for how many", () => {
  expect([0, 1, 14, null, undefined].map((count) => stationSwitchLabel(true, count))).toEqual([
    "Pause the station",
    "Pause the station for 1 listener",
    "Pause the station for 14 listeners",
    "Pause the station",
    "Pause the station",
  ]);
  expect(stationSwitchLabel(false, 14)).toBe("Play the station");
});

test("jingles and spots are no songs", () => {
  expect(contentKinds.filter((contentKind) => isSong({ contentKind }))).toEqual([
    "music",
    "speech",
  ]);
});
