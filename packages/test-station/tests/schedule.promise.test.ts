import { clockSchema, playSchema } from "@neonrelay/contract";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { decodeHere } from "../src/heard-sound.ts";
import { PromiseStation, tones } from "../src/promise-station.ts";
import { StreamListener } from "../src/stream-listener.ts";
import { until } from "../src/test-station.ts";
import { leadingTones } from "../src/tone-levels.ts";

const AHEAD_MS = 20_000;
/** From the programme's specification: an exact item is heard within 100 ms of its second. */
const NEAR_MS = 100;

let radio: PromiseStation;
beforeAll(async () => {
  radio = await PromiseStation.start();
});
afterAll(() => radio?.[Symbol.asyncDispose]());

test("an exact item of a scheduled clock starts at its second, as heard and in the history", async () => {
  const trackId = await radio.trackId("Top");
  await radio.operator.call("PATCH", "/api/tracks/programme", {
    trackIds: [trackId],
    contentKind: "jingle",
  });
  await using listener = new StreamListener(radio.station.streamUrl, {});
  const atMs = Math.ceil((Date.now() + AHEAD_MS) / 1000) * 1000;
  await schedule({ trackId, atMs });

  const play = await until("it is on air", async () => {
    const { body } = await radio.operator.call("GET", "/api/history");
    return z
      .array(playSchema)
      .parse(body)
      .find(({ title }) => title === "Top");
  });
  await listener.receive({ bytes: listener.receivedBytes + 48_000 });

  expect(Math.abs(play.startedAtMs - atMs)).toBeLessThan(NEAR_MS);
  const sound = await decodeHere((await listener.heard()).audio);
  const heard = leadingTones(sound, { frequenciesHz: Object.values(tones), windowMs: 50 });
  expect(heard.indexOf(tones.Top)).toBeGreaterThan(0);
  expect(heard.slice(heard.indexOf(tones.Top)).every((hz) => hz === tones.Top)).toBe(true);
  const { body } = await radio.operator.call("GET", `/api/plan/${play.id}/why`);
  expect(body).toMatchObject({ rule: "slot", clock: { name: "News" } });
});

/** Schedules a clock of music for these hours, with the track at exactly that time. */
async function schedule({ trackId, atMs }: { readonly trackId: string; readonly atMs: number }) {
  // The clock's hour must not end during the test.
  const minutes = new Date(atMs).getUTCMinutes();
  const isEndOfHour = minutes < 2 || minutes > 57;
  const localMs = atMs + (isEndOfHour ? 5.5 * 3_600_000 : 0);
  const put = await radio.operator.call("PUT", "/api/station-settings", {
    timeZone: isEndOfHour ? "Asia/Kolkata" : "UTC",
    separation: { trackMinutes: 0, titleMinutes: 0, artistMinutes: 0, albumMinutes: 0 },
  });
  expect(put.status).toBe(200);
  const music = { kind: "content", contentKind: "music" };
  const slot = {
    id: randomUUID(),
    content: music,
    start: { kind: "follow" },
    length: { kind: "rest" },
  };
  const start = { kind: "exact", second: Math.floor(localMs / 1000) % 3600, whileLive: "wait" };
  const made = await radio.operator.call("POST", "/api/clocks", {
    name: "News",
    color: "cyan",
    isFilled: false,
    slots: [
      slot,
      {
        id: randomUUID(),
        content: { kind: "track", trackId },
        start,
        length: { kind: "tracks", tracks: 1 },
      },
      { ...slot, id: randomUUID() },
    ],
  });
  const { id: clockId } = clockSchema.parse(made.body);
  const entry = await radio.operator.call("POST", "/api/schedule/entries", {
    what: { kind: "clock", clockId },
    startsAt: new Date(localMs - 3_600_000).toISOString().slice(0, "2027-03-01T18:00".length),
    durationMinutes: 240,
  });
  expect(entry.status).toBe(200);
}
