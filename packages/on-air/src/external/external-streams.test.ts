import { createLog } from "@neonrelay/process/log";
import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { TestPeer } from "../fetch/test-peer.ts";
import { planEntry, type StartedPlay, type TrackPlay } from "../playout/plays.ts";
import type { QueueEntry } from "../protocol/index.ts";
import { decideStep, GIVE_UP_MS, LEAVE_MS, neededInMs, pauseMs } from "./external-rules.ts";
import type { ExternalStreams } from "./external-streams.ts";
import { testStreams } from "./test-streams.ts";

const HOUR_MS = 3_600_000;
const log = createLog({ part: "test", level: "silent" });
let peer: TestPeer;
let streams: ExternalStreams;
let over: string[] = [];
let changed = Promise.withResolvers<void>();

beforeEach(async () => {
  peer = await TestPeer.start();
  over = [];
  changed = Promise.withResolvers();
  streams = testStreams(log);
  streams.events.subscribe((event) => {
    if (event.kind === "changed") changed.resolve();
    if (event.kind === "over") over.push(event.playId);
  });
});
afterEach(async () => {
  streams.close();
  await peer[Symbol.asyncDispose]();
});

function entry(kind: QueueEntry["kind"] = "stream"): QueueEntry {
  return {
    kind,
    entryId: randomUUID(),
    requestedBy: "ada",
    trackId: randomUUID(),
    path: peer.url("/live"),
    title: "Other Station",
    artist: "Elsewhere",
    album: null,
    albumArtist: null,
    discNumber: null,
    trackNumber: null,
    genre: null,
    durationMs: kind === "file" ? 200_000 : null,
    gainDb: 0,
    cues: null,
  };
}

const onAir = (play: TrackPlay): StartedPlay => ({
  ...play,
  feedTitle: null,
  audioStartSamples: 0,
  titleSamples: 0,
  startedAtMs: 0,
});

function follow(queue: readonly QueueEntry[], current: StartedPlay | null, heardMs: number): void {
  const playIds = current === null ? [] : [current.playId];
  streams.follow({ queue, current, heardMs, isWaitedFor: false, playIds });
}

/** A stream that has been connected to and cued. */
async function cue(): Promise<TrackPlay> {
  const stream = entry();
  follow([stream], null, 0);
  await changed.promise;
  const play = planEntry(stream);
  streams.cued(play);
  return play;
}

test("[P68] a stream is connected to 20 s before its turn, and may be cued once it sounds", async () => {
  peer.serve("/live", Buffer.alloc(100_000, "sound"), { "content-type": "audio/mpeg" });
  const [stream, file] = [entry(), onAir(planEntry(entry("file")))];

  follow([stream, entry()], file, 100_000);
  expect(peer.asked).toEqual([]);
  expect(streams.mayBeCued(stream)).toBe(false);
  follow([stream], file, 176_000);
  await changed.promise;

  expect(peer.asked).toEqual(["/live"]);
  expect(streams.mayBeCued(stream)).toBe(true);
  expect(streams.formatOf(stream.entryId)).toBe("mp3");
});

test("[P68] a stream whose turn does not come is left, and can be connected to again", async () => {
  peer.serve("/live", Buffer.alloc(100_000, "sound"), { "content-type": "audio/mpeg" });
  const stream = entry();
  follow([stream], null, 0);
  await changed.promise;

  follow([stream], onAir(planEntry(entry("file"))), 0);
  expect(streams.mayBeCued(stream)).toBe(false);
  changed = Promise.withResolvers();
  follow([stream], null, 0);
  await changed.promise;

  expect(streams.mayBeCued(stream)).toBe(true);
  expect(peer.asked).toHaveLength(2);
});

test("[P69] a stream that can't be had may not be cued", async () => {
  const stream = entry();

  follow([stream], null, 0);
  await changed.promise;

  expect(streams.mayBeCued(stream)).toBe(false);
  expect(streams.mayBeCued(entry("file"))).toBe(true);
});

test("[P70] a stream that had its time is ended once, and has come to its end", async () => {
  peer.serve("/live", Buffer.alloc(100_000, "sound"), { "content-type": "audio/mpeg" });
  const play = await cue();

  follow([], onAir(play), HOUR_MS - 1);
  expect(over).toEqual([]);
  follow([], onAir(play), HOUR_MS);
  follow([], onAir(play), HOUR_MS + 1);

  expect(over).toEqual([play.playId]);
  const end = streams.endOf(play.playId, { reason: "skipped", detail: null });
  expect(end).toEqual({ reason: "finished", detail: null });
});

test("[P70] a stream of which nothing is heard is ended, and says so", async () => {
  peer.serve("/live", Buffer.alloc(100_000, "sound"), { "content-type": "audio/mpeg" });
  const play = await cue();

  streams.silent(play.playId);

  expect(over).toEqual([play.playId]);
  const end = streams.endOf(play.playId, { reason: "skipped", detail: null });
  expect(end).toMatchObject({ reason: "failed", detail: expect.stringContaining("nothing") });
});

test("[P69] the pauses between tries grow to 30 s", () => {
  expect([1, 2, 3, 4, 5, 6, 7, 100].map(pauseMs)).toEqual([
    1000, 2000, 4000, 8000, 15_000, 30_000, 30_000, 30_000,
  ]);
});

test.each([
  ["is connected to in time", { neededInMs: 20_000 }, "connect"],
  ["waits for its time", { neededInMs: 20_001 }, "wait"],
  ["waits for its next try", { failingSinceMs: 0, retryAtMs: 11 }, "wait"],
  ["is tried again", { failingSinceMs: 0, retryAtMs: 10, neededInMs: Infinity }, "connect"],
  ["is given up after five minutes", { failingSinceMs: 10 - GIVE_UP_MS }, "give-up"],
  ["is left when its turn does not come", { state: "ready", neededInMs: LEAVE_MS + 1 }, "leave"],
  ["is kept until its turn", { state: "ready", neededInMs: LEAVE_MS }, "wait"],
] as const)("[P69] a stream %s", (_what, situation, step) => {
  const usual = { state: "none", neededInMs: 0, failingSinceMs: null, retryAtMs: 0 } as const;
  expect(decideStep({ ...usual, nowMs: 10, ...situation })).toBe(step);
});

test.each([
  ["nothing is on air", null, 0],
  ["a file is at 3:00 of 3:20", "file", 16_000],
  ["a stream of an hour is at 3:00", "stream", HOUR_MS - 180_000],
] as const)("[P68] what comes next is needed in time when %s", (_what, kind, expected) => {
  const current = kind === null ? null : onAir(planEntry(entry(kind)));
  expect(neededInMs({ current, heardMs: 180_000, limitMs: HOUR_MS })).toBe(expected);
});
