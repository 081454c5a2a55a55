import { expect, test } from "vitest";
import { noPlayOf } from "./use-no-play.ts";

const fresh = { isEmergencyLoop: true, history: [] };

test("a station that never played has no music yet, and its emergency loop is named", () => {
  expect(noPlayOf(fresh, null)).toEqual({
    title: "No music yet",
    artist: "The emergency loop is on air",
    isForWantOfMusic: true,
  });
});

test("[W243] while the station makes its demo tracks the title counts them", () => {
  expect(noPlayOf(fresh, { made: 2, of: 6 })?.title).toBe("Preparing demo tracks (2 of 6)");
});

test("before the station's answer, or while it plays, there is no placeholder", () => {
  const making = { made: 2, of: 6 };

  expect(noPlayOf(undefined, making)).toBeUndefined();
  expect(noPlayOf({ isEmergencyLoop: false, history: [] }, making)).toBeUndefined();
});
