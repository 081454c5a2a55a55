import type { NowPlaying, Play } from "@neonrelay/contract/callers";
import { expect, test } from "vitest";
import { elapsedMs, heardPositionMs, liveEdgeMs, nextPlayInMs, playAt } from "./heard-play.ts";

const play = (id: string, startMs: number): Play => ({
  id,
  kind: "library",
  sessionId: null,
  djName: null,
  track: null,
  title: id,
  artist: "Test",
  requestedBy: null,
  startMs,
  audioStartMs: startMs - 2000,
  startedAtMs: 0,
  durationMs: 60_000,
});

const timeline = (now: Play | null, history: readonly Play[]): NowPlaying => ({
  now,
  isEmergencyLoop: false,
  track: null,
  startedAtMs: now?.startedAtMs ?? null,
  durationMs: now?.durationMs ?? null,
  serverNowMs: 0,
  positionMs: 0,
  next: null,
  history: [...history],
});

test("the heard position is the connection's start plus its clock, less the output delay", () => {
  expect(
    heardPositionMs({ startMs: 100_000, currentTimeSeconds: 12.5, outputLatencySeconds: 0.05 }),
  ).toBe(112_450);
});

test("the live edge advances from the last reading", () => {
  expect(liveEdgeMs({ positionMs: 5000, readAtMs: 100 }, 350)).toBe(5250);
});

test("a title announced early is held until it is heard", () => {
  const nowPlaying = timeline(play("new", 120_000), [play("old", 60_000)]);

  expect(playAt(nowPlaying, 119_999)?.id).toBe("old");
  expect(playAt(nowPlaying, 120_000)?.id).toBe("new");
});

test("of the plays announced early the nearest comes next", () => {
  const nowPlaying = timeline(play("newest", 180_000), [play("new", 120_000), play("old", 60_000)]);

  expect(nextPlayInMs(nowPlaying, 119_400)).toBe(600);
  expect(nextPlayInMs(nowPlaying, 180_000)).toBeUndefined();
});

test("a play that is both now and in the history counts once", () => {
  const now = play("now", 60_000);

  expect(playAt(timeline(now, [now, play("old", 0)]), 70_000)?.id).toBe("now");
});

test("before the oldest known play the oldest is shown", () => {
  expect(playAt(timeline(play("only", 60_000), []), 10)?.id).toBe("only");
});

test("with nothing on air a finished play disappears", () => {
  const nowPlaying = timeline(null, [play("last", 10_000)]);

  expect(playAt(nowPlaying, 68_000)?.id).toBe("last");
  expect(playAt(nowPlaying, 69_001)).toBeUndefined();
});

test("without any play there is nothing to show", () => {
  expect(playAt(timeline(null, []), 0)).toBeUndefined();
});

test("progress counts from the first sample and stays within the track", () => {
  const track = play("track", 10_000);

  expect([7000, 9500, 500_000].map((position) => elapsedMs(track, position))).toEqual([
    0, 1500, 60_000,
  ]);
});
