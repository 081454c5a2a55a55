import { createLog } from "@neonrelay/process/log";
import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { TestPeer } from "../fetch/test-peer.ts";
import { planEntry, type StartedPlay, type TrackPlay } from "../playout/plays.ts";
import type { QueueEntry } from "../protocol/index.ts";
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
    isRequest: false,
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
  overSessionId: null,
  planStart: null,
  audioStartSamples: 0,
  titleSamples: 0,
  startedAtMs: 0,
});

function follow(queue: readonly QueueEntry[], current: StartedPlay | null, heardMs: number): void {
  const playIds = current === null ? [] : [current.playId];
  streams.follow({ queue, current, heardMs, isWaitedFor: false, playIds });
}

/** Connects and cues a stream. */
async function cue(): Promise<TrackPlay> {
  const stream = entry();
  follow([stream], null, 0);
  await changed.promise;
  const play = planEntry(stream);
  streams.cued(play);
  return play;
}

test("[P68] a stream is connected 20 s before its turn, and may be cued once it has sound", async () => {
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

test("[P68] a stream whose turn does not come is disconnected, and can be connected again", async () => {
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

test("[P69] an unavailable stream may not be cued", async () => {
  const stream = entry();

  follow([stream], null, 0);
  await changed.promise;

  expect(streams.mayBeCued(stream)).toBe(false);
  expect(streams.mayBeCued(entry("file"))).toBe(true);
});

test("[P70] a stream whose time is up is ended once, and counts as played to its end", async () => {
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

test("[P70] a silent stream is ended with that reason", async () => {
  peer.serve("/live", Buffer.alloc(100_000, "sound"), { "content-type": "audio/mpeg" });
  const play = await cue();

  streams.silent(play.playId);

  expect(over).toEqual([play.playId]);
  const end = streams.endOf(play.playId, { reason: "skipped", detail: null });
  expect(end).toMatchObject({ reason: "failed", detail: expect.stringContaining("silent") });
});
