// @module-tag ffmpeg
import { clockSchema, playSchema, trackSchema, type Play } from "@neonrelay/contract";
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, onTestFailed, test } from "vitest";
import * as z from "zod";
import { scanLimit, TestStation, until, type Visitor } from "../src/test-station.ts";
import { makeTone } from "../src/tones.ts";

/**
 * From 7.3 to 17.8 s, all different. Some are shorter than the ten seconds by which a soft slot may be early. A track
 * that is due comes before a nearer join, so there are many more than can play before the clock applies, however slow
 * the machine.
 */
const SECONDS = Array.from({ length: 16 }, (_, index) => (73 + index * 7) / 10);
const SIGNAL = "Signal";
const AHEAD_MS = 45_000;
/** The rules find a join within a second; a crossfade may shift it slightly. */
const NEAR_MS = 3000;
/** Maximum overlap of two tracks. */
const OVERLAP_MS = 5000;

let folder: string;
let station: TestStation;
let operator: Visitor;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "neonrelay-filled-hour-"));
  const file = (name: string) => path.join(folder, `${name}.flac`);
  await makeTone({ file: file(SIGNAL), frequencyHz: 1000, seconds: 8, title: SIGNAL });
  for (const seconds of SECONDS) {
    const title = `Tone of ${seconds} s`;
    const frequencyHz = Math.round(seconds * 40);
    await makeTone({ file: file(title), frequencyHz, seconds, title, artist: title });
  }
  station = await TestStation.start({ musicDirs: [folder] });
  operator = await station.operator();
  await until(
    "the library is full",
    async () => (await tracks()).length === SECONDS.length + 1,
    scanLimit,
  );
});
afterAll(async () => {
  await station?.[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

test("[G9] in a filled hour a join falls at the time of a soft slot, and no track is cut for it", async () => {
  const signal = (await tracks()).find(({ title }) => title === SIGNAL)?.id ?? "";
  await operator.call("PATCH", "/api/tracks/programme", {
    trackIds: [signal],
    contentKind: "jingle",
  });
  const atMs = Math.ceil((Date.now() + AHEAD_MS) / 1000) * 1000;
  const begunMs = Date.now();
  await scheduleClock({ signal, atMs });

  // Before the clock applied it may have been chosen like any other track.
  const isSignal = ({ title, startedAtMs }: Play) =>
    title === SIGNAL && startedAtMs > atMs - AHEAD_MS / 3;
  const plays = await until(
    "the signal is on air",
    async () => {
      const known = (await history()).filter(({ startedAtMs }) => startedAtMs > begunMs);
      return known.some(isSignal) && known;
    },
    { limitMs: AHEAD_MS + 60_000 },
  );

  onTestFailed(() => console.error(new Date(atMs), plays, station.lines.slice(-100).join("\n")));
  const index = plays.findIndex(isSignal);
  const before = plays.slice(0, index).map((play, place) => ({
    title: play.title,
    missingMs: (play.durationMs ?? 0) - ((plays[place + 1]?.startedAtMs ?? 0) - play.startedAtMs),
  }));
  expect(Math.abs((plays[index]?.startedAtMs ?? 0) - atMs)).toBeLessThan(NEAR_MS);
  expect(before.length).toBeGreaterThan(1);
  expect(before.filter(({ missingMs }) => missingMs > OVERLAP_MS)).toEqual([]);
});

/** Schedules a clock of music all day, with the signal at that moment. */
async function scheduleClock({
  signal,
  atMs,
}: {
  readonly signal: string;
  readonly atMs: number;
}): Promise<void> {
  // The clock's hour must not end during the test.
  const isEndOfHour = new Date(atMs).getUTCMinutes() < 3 || new Date(atMs).getUTCMinutes() > 57;
  const timeZone = isEndOfHour ? "Asia/Kolkata" : "UTC";
  const localMs = atMs + (isEndOfHour ? 5.5 * 3_600_000 : 0);
  // With so few tracks the rules would bar almost all of them after two minutes.
  const separation = { trackMinutes: 0, titleMinutes: 0, artistMinutes: 0, albumMinutes: 0 };
  const put = await operator.call("PUT", "/api/station-settings", { timeZone, separation });
  expect(put.status).toBe(200);
  const music = { kind: "content", contentKind: "music" };
  const rest = { kind: "rest" };
  const made = await operator.call("POST", "/api/clocks", {
    name: "Every Hour",
    color: "cyan",
    isFilled: true,
    slots: [
      { id: randomUUID(), content: music, start: { kind: "follow" }, length: rest },
      {
        id: randomUUID(),
        content: { kind: "track", trackId: signal },
        start: { kind: "soft", second: Math.floor(localMs / 1000) % 3600 },
        length: { kind: "tracks", tracks: 1 },
      },
      { id: randomUUID(), content: music, start: { kind: "follow" }, length: rest },
    ],
  });
  const { id: clockId } = clockSchema.parse(made.body);
  const scheduled = await operator.call("POST", "/api/schedule/entries", {
    what: { kind: "clock", clockId },
    startsAt: new Date(localMs - 3_600_000).toISOString().slice(0, "2027-03-01T18:00".length),
    durationMinutes: 240,
  });
  expect(scheduled).toMatchObject({ status: 200 });
}

async function tracks() {
  return z.array(trackSchema).parse((await operator.call("GET", "/api/tracks")).body);
}

/** First play first. */
async function history(): Promise<readonly Play[]> {
  const { body } = await operator.call("GET", "/api/history");
  return z
    .array(playSchema)
    .parse(body)
    .toSorted((a, b) => a.startedAtMs - b.startedAtMs);
}
