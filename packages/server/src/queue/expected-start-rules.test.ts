import { expect, test } from "vitest";
import { testPlay, testStatus } from "../radio/test-status.ts";
import { expectStart, type AiredTrack } from "./expected-start-rules.ts";

const nowMs = 5_000_000;
const track = (track: Partial<AiredTrack>): AiredTrack => ({
  kind: "file",
  durationMs: 200_000,
  cueInMs: null,
  cueOutMs: null,
  startNextMs: null,
  userCueInMs: null,
  userCueOutMs: null,
  userStartNextMs: null,
  ...track,
});
/** Three minutes long, of which one has passed ten seconds before now. */
const status = testStatus(testPlay({}), nowMs - 10_000);

test("what waits comes after the rest of what is on air and all before it", () => {
  const ahead = [track({}), track({ durationMs: 100_000 })];

  expect(expectStart({ status, ahead: [], nowMs })).toEqual({ kind: "in", waitMs: 110_000 });
  expect(expectStart({ status, ahead, nowMs })).toEqual({ kind: "in", waitMs: 410_000 });
});

test("a track is on air between its cue points, and until the next one begins", () => {
  const cued = track({ cueInMs: 5000, cueOutMs: 190_000 });
  const ahead = [cued, { ...cued, startNextMs: 180_000 }];

  expect(expectStart({ status, ahead, nowMs })).toEqual({
    kind: "in",
    waitMs: 110_000 + 185_000 + 175_000,
  });
});

test("what is on air longer than it should be holds nothing up", () => {
  expect(expectStart({ status, ahead: [], nowMs: nowMs + 3_600_000 })).toEqual({
    kind: "in",
    waitMs: 0,
  });
  expect(expectStart({ status: { ...status, now: null }, ahead: [], nowMs })).toEqual({
    kind: "in",
    waitMs: 0,
  });
});

test("the end of a DJ's broadcast or an external stream is unknown", () => {
  const live = { ...status, now: testPlay({ kind: "live", durationMs: null }) };

  expect(expectStart({ status: live, ahead: [], nowMs })).toEqual({ kind: "unknown" });
  expect(expectStart({ status, ahead: [track({ kind: "stream" })], nowMs })).toEqual({
    kind: "unknown",
  });
  expect(expectStart({ status: null, ahead: [], nowMs })).toEqual({ kind: "unknown" });
});

test("nothing comes while the station is paused", () => {
  expect(expectStart({ status: { ...status, source: "paused" }, ahead: [], nowMs })).toEqual({
    kind: "paused",
  });
});
