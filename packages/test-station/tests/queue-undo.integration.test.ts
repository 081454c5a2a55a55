import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { nowPlayingSchema, playSchema, queueItemSchema, trackSchema } from "@neonrelay/contract";
import { TestStation, until } from "../src/test-station.ts";
import { makeTone } from "../src/tones.ts";

const titles = ["Tone one", "Tone two", "Tone three"] as const;
const CLOCK_SPEED = 4;
/** A quarter of it in real time, in which a queue is cleared and brought back. */
const SECONDS = 40;

let music: string;
let station: TestStation;
beforeAll(async () => {
  music = await mkdtemp(path.join(os.tmpdir(), "neonrelay-music-"));
  for (const [n, title] of titles.entries())
    await makeTone({
      file: path.join(music, `${n}.flac`),
      frequencyHz: 400 + 200 * n,
      seconds: SECONDS,
      title,
    });
  station = await TestStation.start({ musicDirs: [music], clockSpeed: CLOCK_SPEED });
});
afterAll(async () => {
  await station?.[Symbol.asyncDispose]();
  await rm(music, { recursive: true, force: true });
});

test("entries that were cleared, one of them cued already, play once after the undo, and what played stays away", async () => {
  const guest = station.visitor();
  const tracks = await until("the library holds the tones", async () => {
    const { body } = await guest.call("GET", "/api/tracks");
    const found = z.array(trackSchema).parse(body);
    return found.length === titles.length && found;
  });
  const entryIds = [];
  for (const title of titles) {
    const trackId = tracks.find((track) => track.title === title)?.id;
    const { body } = await guest.call("POST", "/api/queue", { trackId });
    entryIds.push(queueItemSchema.parse(body).id);
  }
  await until(
    "the first entry is on air and the second is cued",
    async () => {
      const { body } = await guest.call("GET", "/api/now-playing");
      const { now, next } = nowPlayingSchema.parse(body);
      return now?.requestedBy === "Web User" && next?.requestedBy === "Web User";
    },
    { limitMs: 60_000 },
  );

  const cleared = await guest.call("DELETE", "/api/queue/clear");
  await until("the second entry is cued no more", async () => {
    const { body } = await guest.call("GET", "/api/now-playing");
    return nowPlayingSchema.parse(body).next?.requestedBy === null;
  });
  const undone = await guest.call("POST", "/api/queue/undo");

  expect(cleared.body).toEqual({ removed: 2 });
  expect(undone.body).toMatchObject({
    undone: "clear",
    queue: entryIds.slice(1).map((id, index) => ({ id, position: index + 1 })),
  });
  const plays = await until(
    "the queue has been on air",
    async () => {
      const queue = await guest.call("GET", "/api/queue");
      if (z.array(queueItemSchema).parse(queue.body).length > 0) return false;
      const history = await guest.call("GET", "/api/history");
      return z.array(playSchema).parse(history.body).toReversed();
    },
    { limitMs: 90_000 },
  );
  const requested = plays.filter(({ requestedBy }) => requestedBy !== null);
  expect(requested.map(({ title }) => title)).toEqual(titles);
});
