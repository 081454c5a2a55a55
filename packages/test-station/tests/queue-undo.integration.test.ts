// @module-tag ffmpeg
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import {
  nowPlayingSchema,
  playSchema,
  queueItemSchema,
  trackSchema,
  type Track,
} from "@neonrelay/contract";
import { scanLimit, TestStation, until, type Visitor } from "../src/test-station.ts";
import { makeTone } from "../src/tones.ts";

const titles = ["Tone one", "Tone two", "Tone three"] as const;
/** Long enough that none ends by itself during a test. */
const TRACK_SECONDS = 60;

let music: string;
let station: TestStation;
let guest: Visitor;
let tracks: readonly Track[];
beforeAll(async () => {
  music = await mkdtemp(path.join(os.tmpdir(), "neonrelay-music-"));
  for (const [n, title] of titles.entries())
    await makeTone({
      file: path.join(music, `${n}.flac`),
      frequencyHz: 400 + 200 * n,
      seconds: TRACK_SECONDS,
      title,
    });
  station = await TestStation.start({ musicDirs: [music] });
  guest = station.visitor();
  tracks = await until(
    "the library holds the tones",
    async () => {
      const { body } = await guest.call("GET", "/api/tracks");
      const found = z.array(trackSchema).parse(body);
      return found.length === titles.length && found;
    },
    scanLimit,
  );
});
afterAll(async () => {
  await station?.[Symbol.asyncDispose]();
  await rm(music, { recursive: true, force: true });
});

test("cleared entries, one of them already cued, play once after the undo, and played ones stay away", async () => {
  const nowPlaying = async () =>
    nowPlayingSchema.parse((await guest.call("GET", "/api/now-playing")).body);
  // With nothing on air the first request would play at once.
  await until("the rotation is on air", async () => (await nowPlaying()).now !== null);
  const entryIds = [];
  for (const title of titles) {
    const trackId = tracks.find((track) => track.title === title)?.id;
    const { body } = await guest.call("POST", "/api/queue", { trackId });
    entryIds.push(queueItemSchema.parse(body).id);
  }
  const operator = await station.operator();
  const isNext = async (title: string) => {
    const { next } = await nowPlaying();
    return next?.requestedBy === "Web User" && next.track.title === title;
  };
  const skipTo = async (title: string) => {
    await until(`${title} comes next`, () => isNext(title));
    const { now: before } = await nowPlaying();
    await operator.call("POST", "/api/playback/skip", { playId: before?.id });
    await until(`${title} is on air`, async () => {
      const { now } = await nowPlaying();
      return now !== null && now.id !== before?.id;
    });
  };
  // A play is announced before the queue stores the removal of its entry.
  const untilWaiting = (count: number) =>
    until(`${count} are waiting`, async () => {
      const { body } = await guest.call("GET", "/api/queue");
      return z.array(queueItemSchema).parse(body).length === count;
    });
  await skipTo(titles[0]);
  await until("the second entry is cued", () => isNext(titles[1]));
  await untilWaiting(2);

  const cleared = await guest.call("DELETE", "/api/queue/clear");
  await until("the second entry is cued no more", async () => {
    const { next } = await nowPlaying();
    return next?.requestedBy === null;
  });
  const undone = await guest.call("POST", "/api/queue/undo");

  expect(cleared.body).toEqual({ removed: 2 });
  expect(undone.body).toMatchObject({
    undone: "clear",
    queue: entryIds.slice(1).map((id, index) => ({ id, position: index + 1 })),
  });
  await skipTo(titles[1]);
  await skipTo(titles[2]);
  await untilWaiting(0);
  const history = await guest.call("GET", "/api/history");
  const plays = z.array(playSchema).parse(history.body).toReversed();
  const requested = plays.filter(({ requestedBy }) => requestedBy !== null);
  expect(requested.map(({ title }) => title)).toEqual(titles);
});
