import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { StartedPlay } from "../playout/plays.ts";
import type { PlayableTrack } from "../protocol/index.ts";
import { decideStep, GIVE_UP_MS, LEAVE_MS, neededInMs, pauseMs } from "./external-rules.ts";

const HOUR_MS = 3_600_000;
const started = {
  playId: randomUUID(),
  format: null,
  feedTitle: null,
  overSessionId: null,
  planStart: null,
  audioStartSamples: 0,
  titleSamples: 0,
  startedAtMs: 0,
};
const dj: StartedPlay = {
  ...started,
  kind: "live",
  sessionId: randomUUID(),
  djName: "ada",
  title: { artist: "ada", title: "live" },
};

function onAir(change: Partial<PlayableTrack>): StartedPlay {
  const track: PlayableTrack = {
    kind: "file",
    trackId: randomUUID(),
    path: "a",
    title: "Night Drive",
    artist: "Neon",
    album: null,
    albumArtist: null,
    discNumber: null,
    trackNumber: null,
    genre: null,
    durationMs: 200_000,
    gainDb: 0,
    cues: null,
    ...change,
  };
  return {
    ...started,
    kind: "track",
    track,
    entryId: null,
    itemId: null,
    isRequest: false,
    requestedBy: null,
  };
}

test("[P69] the pauses between retries grow to 30 s", () => {
  expect([1, 2, 3, 4, 5, 6, 7, 100].map(pauseMs)).toEqual([
    1000, 2000, 4000, 8000, 15_000, 30_000, 30_000, 30_000,
  ]);
});

test.each([
  ["is connected in time", { neededInMs: 20_000 }, "connect"],
  ["waits for its time", { neededInMs: 20_001 }, "wait"],
  ["is awaited while it opens", { state: "opening", neededInMs: Infinity }, "wait"],
  ["waits for its next retry", { failingSinceMs: 0, retryAtMs: 11 }, "wait"],
  ["is retried", { failingSinceMs: 0, retryAtMs: 10, neededInMs: Infinity }, "connect"],
  ["is given up after five minutes", { failingSinceMs: 10 - GIVE_UP_MS }, "give-up"],
  [
    "is disconnected when its turn does not come",
    { state: "ready", neededInMs: LEAVE_MS + 1 },
    "leave",
  ],
  ["is kept until its turn", { state: "ready", neededInMs: LEAVE_MS }, "wait"],
] as const)("[P69] a stream %s", (_what, situation, step) => {
  const usual = { state: "none", neededInMs: 0, failingSinceMs: null, retryAtMs: 0 } as const;
  expect(decideStep({ ...usual, nowMs: 10, ...situation })).toBe(step);
});

const cues = { cueInMs: 0, cueOutMs: 198_000, startNextMs: null, isDecay: false };

test.each([
  ["nothing is on air", null, 0],
  ["a file is at 3:00 of 3:20", onAir({}), 16_000],
  ["a file is at 3:00 with its cue-out at 3:18", onAir({ cues }), 14_000],
  ["its successor begins at 3:10", onAir({ cues: { ...cues, startNextMs: 190_000 } }), 10_000],
  ["a file has no known length", onAir({ durationMs: null }), 0],
  ["a one-hour stream is at 3:00", onAir({ kind: "stream" }), HOUR_MS - 180_000],
  ["a DJ is on air", dj, Infinity],
])("[P68] the time until the next play is known when %s", (_what, current, expected) => {
  expect(neededInMs({ current, heardMs: 180_000, limitMs: HOUR_MS })).toBe(expected);
});
