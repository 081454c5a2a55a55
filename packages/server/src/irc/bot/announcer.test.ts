import type { OnAirStatus } from "@neonrelay/on-air/protocol";
import { expect, test } from "vitest";
import { ANNOUNCEMENT_INTERVAL_MS, decideAnnouncement } from "./announcer.ts";
import { testPlay, testStatus } from "../../radio/test-status.ts";

const nowMs = 1_000_000;
const play = testPlay({ title: "Uplink" });
const before = { playId: "another", atMs: nowMs - ANNOUNCEMENT_INTERVAL_MS };
const decide = (change: Partial<OnAirStatus>, announced: typeof before | null = before) =>
  decideAnnouncement({ status: { ...testStatus(play), ...change }, announced, nowMs });

test("a new track is announced once", () => {
  expect(decide({})).toEqual({ kind: "announce", play });
  expect(decide({}, null)).toEqual({ kind: "announce", play });
  expect(decide({}, { playId: play.playId, atMs: 0 })).toEqual({ kind: "nothing" });
});

test("a track that starts within fifteen seconds of an announcement waits for them to pass", () => {
  expect(decide({}, { playId: "another", atMs: nowMs - 4000 })).toEqual({
    kind: "wait",
    waitMs: ANNOUNCEMENT_INTERVAL_MS - 4000,
  });
});

test("a clock set back delays no track", () => {
  expect(decide({}, { playId: "another", atMs: nowMs + 3_600_000 })).toEqual({
    kind: "announce",
    play,
  });
});

test.each<[string, Partial<OnAirStatus>]>([
  ["the station is paused", { source: "paused" }],
  ["the programme is faded out", { source: "faded-out" }],
  ["the emergency loop plays", { source: "emergency" }],
  ["nothing is on air", { now: null }],
  ["the stream is stopped", { settings: { ...testStatus(play).settings, isStreaming: false } }],
])("nothing is announced while %s", (_when, change) => {
  expect(decide(change)).toEqual({ kind: "nothing" });
});

test("nothing is announced while on-air is unreachable", () => {
  expect(decideAnnouncement({ status: null, announced: null, nowMs })).toEqual({ kind: "nothing" });
});
