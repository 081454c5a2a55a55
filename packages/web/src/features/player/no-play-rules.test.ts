import { expect, test } from "vitest";
import { noPlayOf } from "./no-play-rules.ts";

test("a station that never played anything has no music yet, and its emergency loop is named", () => {
  expect(noPlayOf({ isEmergencyLoop: true, history: [] })).toEqual({
    title: "No music yet",
    artist: "The emergency loop is on air",
    isForWantOfMusic: true,
  });
});

test("while the station has not answered, or plays, nothing stands for a track", () => {
  expect(noPlayOf(undefined)).toBeUndefined();
  expect(noPlayOf({ isEmergencyLoop: false, history: [] })).toBeUndefined();
});
