import { expect, test } from "vitest";
import { noPlayOf } from "./use-no-play.ts";

test("a station that never played has no music yet, and its emergency loop is named", () => {
  expect(noPlayOf({ isEmergencyLoop: true, history: [] })).toEqual({
    title: "No music yet",
    artist: "The emergency loop is on air",
    isForWantOfMusic: true,
  });
});

test("before the station's answer, or while it plays, there is no placeholder", () => {
  expect(noPlayOf(undefined)).toBeUndefined();
  expect(noPlayOf({ isEmergencyLoop: false, history: [] })).toBeUndefined();
});
