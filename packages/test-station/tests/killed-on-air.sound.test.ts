// @module-tag ffmpeg
// Kills the on-air process with its engine while a listener hears a programme of numbered seconds.
import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm, truncate } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { freePort } from "@neonrelay/process/test-peer-process";
import type { CuePoints, OnAirEvent, OnAirStatus, QueueEntry } from "@neonrelay/on-air/protocol";
import { startOnAirProcess, type TestPart } from "../../on-air/src/start/test-on-air-process.ts";
import { TestServerSide } from "../../on-air/src/start/test-on-air.ts";
import { CrowdListener } from "../src/chaos/crowd-listener.ts";
import { makeMarkedTracks } from "../src/chaos/marked-track.ts";
import { NUMBERS_PER_TRACK, readProgramme, SECOND_MS } from "../src/chaos/mark-rules.ts";
import { until } from "../src/test-station.ts";
import { decode } from "../src/tones.ts";

const TRACK_SECONDS = 20;
const TRACK_MS = TRACK_SECONDS * 1000;
const CROSSFADE_MS = 4000;
/** Programme skipped or repeated: two blocks, plus the tenth of a second of the marks' accuracy. */
const TOLERANCE_MS = 700;

let folder = "";
let streamPort = 0;
let onAir: TestPart | undefined;
let server: TestServerSide;
let listener: CrowdListener;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "killed-on-air-"));
  streamPort = await freePort();
  await makeMarkedTracks({ folder, count: 2, seconds: TRACK_SECONDS });
  await start();
  listener = new CrowdListener({
    url: `http://127.0.0.1:${streamPort}/stream.mp3`,
    keepsFrames: true,
    comesBackFirst: true,
  });
});
afterEach(async () => {
  listener[Symbol.dispose]();
  server.close();
  await onAir?.[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

async function start(): Promise<void> {
  onAir = await startOnAirProcess(folder, { streamPort });
  server = new TestServerSide(folder);
}

/** Kills on-air, and so its engine, and restarts it. */
async function killAndStart(between: () => Promise<void> = async () => {}): Promise<void> {
  await onAir?.[Symbol.asyncDispose]();
  server.close();
  await between();
  await start();
}

function entry(track: number, change: Partial<QueueEntry> = {}): QueueEntry {
  return {
    kind: "file",
    trackId: randomUUID(),
    path: path.join(folder, `Marked ${track}.wav`),
    title: `Marked ${track}`,
    artist: "Test",
    album: null,
    albumArtist: null,
    discNumber: null,
    trackNumber: null,
    genre: null,
    durationMs: TRACK_MS,
    gainDb: 0,
    cues: null,
    entryId: randomUUID(),
    requestedBy: null,
    isRequest: false,
    ...change,
  };
}

/** Plays them one after the other. */
async function play(...entries: readonly QueueEntry[]): Promise<void> {
  await server.order("setQueue", { entries: [...entries] });
  await untilAt(entries[0], 0);
}

/** Waits until that entry has played for `placeMs`. */
async function untilAt(wanted: QueueEntry | undefined, placeMs: number): Promise<void> {
  const isWanted = ({ now }: OnAirStatus): boolean =>
    now !== null && now.trackId === wanted?.trackId;
  const found = await server.message(
    (message) => message.kind === "status" && isWanted(message.status),
  );
  if (found.kind !== "status" || found.status.now === null) throw new Error("nothing is on air");
  const { now, positionMs, atMs } = found.status;
  const startedMs = performance.timeOrigin + performance.now() - (Date.now() - atMs);
  const heardMs = (): number =>
    positionMs - now.audioStartMs + performance.timeOrigin + performance.now() - startedMs;
  await until("so much of it is heard", () => heardMs() >= placeMs);
}

const recordFile = (): string => path.join(folder, "on-air.note");

/** Waits until the disk records that this is on air, and has played for `placeMs`: a busy disk may be seconds behind. */
async function untilNoted({ trackId }: QueueEntry, placeMs: number): Promise<void> {
  await expect
    .poll(async () => {
      const note = await readFile(recordFile(), "utf8");
      const [, offsetMs] = /"offsetMs":([\d.]+)/.exec(note) ?? [];
      return note.includes(trackId) && Number(offsetMs) >= placeMs;
    })
    .toBe(true);
}

/** Waits until the listener, who reconnects by itself, has received that much more. */
async function untilHeard(ms: number): Promise<void> {
  const soFarMs = listener.heardMs;
  await until("the listener hears on", () => listener.heardMs >= soFarMs + ms);
}

/** What the listener heard of the programme, and when. */
async function stretches(): Promise<ReturnType<typeof readProgramme>> {
  return readProgramme(await decode(Buffer.concat(listener.end().frames)));
}

/** For each stretch of that track, when its start would have been heard. All equal: nothing was skipped or repeated. */
async function beginningsOf(track: number): Promise<readonly number[]> {
  const firstMs = track * NUMBERS_PER_TRACK * SECOND_MS;
  const isOfTrack = ({ programmeMs }: { readonly programmeMs: number }): boolean =>
    programmeMs >= firstMs && programmeMs < firstMs + TRACK_MS;
  return (await stretches())
    .filter(isOfTrack)
    .map(({ fromMs, programmeMs }) => fromMs - (programmeMs - firstMs));
}

function spread(values: readonly number[]): number {
  return Math.max(...values) - Math.min(...values);
}

/** The journal's plays in order; on-air reports each once it is on disk. */
function journalled(): readonly string[] {
  const words = (event: OnAirEvent): readonly string[] => {
    if (event.type === "play.started") return [`${event.play.title} started`];
    if (event.type !== "play.ended") return [];
    const title = server.messages
      .flatMap((message) => (message.kind === "event" ? [message.event] : []))
      .find((other) => other.type === "play.started" && other.play.playId === event.playId);
    return [`${title?.type === "play.started" ? title.play.title : "?"} ${event.reason}`];
  };
  return server.messages.flatMap((message) =>
    message.kind === "event" ? words(message.event) : [],
  );
}

test("[P110] killed three times during a track, from its first second on, on-air resumes it where it was", async () => {
  const [first, second] = [entry(1), entry(2)];
  await play(first, second);
  for (const placeMs of [500, 6000, 12_000]) {
    await untilAt(first, placeMs);
    await untilNoted(first, placeMs);
    await killAndStart();
  }
  await untilAt(second, CROSSFADE_MS + 1000);

  const beginnings = await beginningsOf(1);

  expect(beginnings.length).toBeGreaterThan(0);
  expect(spread(beginnings)).toBeLessThan(TOLERANCE_MS);
  await expect
    .poll(() => journalled().slice(0, 3)) // on a slow machine more may have happened by now
    .toEqual(["Marked 1 started", "Marked 2 started", "Marked 1 finished"]);
});

test("[P110] killed within a crossfade, it resumes with the track that was coming", async () => {
  const [first, second] = [entry(1), entry(2)];
  await play(first, second);
  await untilAt(second, 1500);
  await untilNoted(second, 1500);
  await killAndStart();
  await untilAt(second, 8000);

  const [began = 0] = await beginningsOf(1);
  const beginnings = await beginningsOf(2);

  expect(beginnings.length).toBeGreaterThan(0);
  const crossedAtMs = began + TRACK_MS - CROSSFADE_MS;
  for (const beginning of beginnings)
    expect(Math.abs(beginning - crossedAtMs)).toBeLessThan(TOLERANCE_MS);
  await expect
    .poll(() => journalled().slice(0, 3))
    .toEqual(["Marked 1 started", "Marked 2 started", "Marked 1 finished"]);
});

test("[P110] killed in the last two seconds of a track, it plays these and then the next one", async () => {
  const cues: CuePoints = { cueInMs: 0, cueOutMs: null, startNextMs: TRACK_MS, isDecay: false };
  const [first, second] = [entry(1, { cues }), entry(2, { cues })];
  await play(first, second);
  await untilAt(first, TRACK_MS - 1800);
  await killAndStart();
  await untilAt(second, 4000);

  const [began = 0] = await beginningsOf(1);
  const beginnings = await beginningsOf(2);

  expect(beginnings.length).toBeGreaterThan(0);
  for (const beginning of beginnings)
    expect(Math.abs(beginning - (began + TRACK_MS))).toBeLessThan(TOLERANCE_MS);
});

test("[P110] an interrupted request resumes, once, though the server sends it again", async () => {
  const request = entry(1, { isRequest: true, requestedBy: "Kim" });
  await play(request, entry(2));
  await untilAt(request, 7000);
  await killAndStart();
  await server.order("setQueue", { entries: [request] });
  await server.message(
    (message) => message.kind === "event" && message.event.type === "play.ended",
  );

  const beginnings = await beginningsOf(1);

  expect(spread(beginnings)).toBeLessThan(TOLERANCE_MS);
  await expect.poll(journalled).toEqual(["Marked 1 started", "Marked 1 finished"]);
});

test("[P113] a track whose file has disappeared gives way to the next one at once", async () => {
  const [first, second] = [entry(1), entry(2)];
  await play(first, second);
  await untilAt(first, 5000);
  await killAndStart(async () => {
    await rm(first.path);
  });
  await untilAt(second, 3000);
  await untilHeard(3000);

  expect(await beginningsOf(2)).toHaveLength(1);
  await expect
    .poll(() => journalled().slice(0, 3))
    .toEqual(["Marked 1 started", "Marked 1 failed", "Marked 2 started"]);
});

// Other damage: state-file.test.ts.
test("[P113] with a torn note it begins with the next track", async () => {
  const [first, second] = [entry(1), entry(2)];
  await play(first, second);
  await untilAt(first, 3000);
  await untilNoted(first, 3000);
  await killAndStart(async () => await truncate(recordFile(), 100));
  await untilAt(second, 2500);
  await untilHeard(2500);

  expect(await beginningsOf(2)).toHaveLength(1);
  await expect
    .poll(() => journalled().slice(0, 3))
    .toEqual(["Marked 1 started", "Marked 1 failed", "Marked 2 started"]);
});
