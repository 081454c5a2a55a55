import { radioStateSchema } from "@neonrelay/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { nextSecond } from "../src/heard-sound.ts";
import { PromiseStation } from "../src/promise-station.ts";
import { StreamListener } from "../src/stream-listener.ts";
import { until } from "../src/test-station.ts";
import { levelDb } from "../src/tone-levels.ts";

let radio: PromiseStation;
let listener: StreamListener;
beforeAll(async () => {
  radio = await PromiseStation.start();
  listener = new StreamListener(radio.station.streamUrl, {});
});
afterAll(async () => {
  await listener?.[Symbol.asyncDispose]();
  await radio?.[Symbol.asyncDispose]();
});

/** Level of the listener's next second. */
const heardDb = async () => levelDb(await nextSecond(listener), { atMs: 0, lengthMs: 1000 });

const put = async (change: object) =>
  radioStateSchema.parse((await radio.operator.call("PUT", "/api/radio-state", change)).body);

test("a pause is silent for listeners, play is audible again, and every page shows it", async () => {
  expect(await put({ isPlaying: false })).toMatchObject({ isPlaying: false });
  await until("nothing is heard", async () => (await heardDb()) < -60);
  expect((await radio.station.visitor().call("GET", "/api/radio-state")).body).toMatchObject({
    isPlaying: false,
  });

  expect(await put({ isPlaying: true })).toMatchObject({ isPlaying: true });
  await until("music is heard", async () => (await heardDb()) > -40);
});

test("the station's volume is audible: 75 is unchanged, less is quieter, 0 is silent", async () => {
  await put({ isPlaying: true, volume: 75 });
  const full = await until("music is heard", async () => {
    const db = await heardDb();
    return db > -40 && db;
  });

  await put({ volume: 50 });
  const half = await until("it is quieter", async () => {
    const db = await heardDb();
    return db < full - 3 && db > -60 && db;
  });
  await put({ volume: 0 });
  await until("nothing is heard", async () => (await heardDb()) < -60);
  await put({ volume: 75 });
  await until("it is as loud as before", async () => Math.abs((await heardDb()) - full) < 1);
  expect(half).toBeLessThan(full - 3);
});

test("skip starts the next track at once, restart the same one again", async () => {
  const before = await radio.nowPlaying();
  await radio.operator.call("POST", "/api/playback/skip", { playId: before.now?.id });
  const skipped = await until("another track is on air", async () => {
    const playing = await radio.nowPlaying();
    return playing.now !== null && playing.now.id !== before.now?.id && playing;
  });
  expect(skipped.track?.id).toBe(before.next?.track.id);

  await radio.operator.call("POST", "/api/playback/restart");
  const again = await until("it has begun again", async () => {
    const playing = await radio.nowPlaying();
    return playing.now !== null && playing.now.id !== skipped.now?.id && playing;
  });
  expect(again.track?.id).toBe(skipped.track?.id);
});

test("a fade-out ends in silence, a fade-in restores the programme", async () => {
  await radio.operator.call("POST", "/api/playback/fade-out");
  await until("nothing is heard", async () => (await heardDb()) < -60);
  await radio.operator.call("POST", "/api/playback/fade-in");
  await until("music is heard", async () => (await heardDb()) > -40);
});

test("an emergency stop is silent until Play, which keeps the earlier volume", async () => {
  await put({ volume: 70 });

  await radio.operator.call("POST", "/api/playback/emergency");
  await until("nothing is heard", async () => (await heardDb()) < -60);
  expect(await put({ isPlaying: true })).toMatchObject({ isPlaying: true, volume: 70 });
  await until("music is heard", async () => (await heardDb()) > -40);
});

test("players show the title being heard, in full", async () => {
  const titles = async () => {
    await using player = new StreamListener(radio.station.streamUrl);
    await player.receive({ bytes: 60_000 });
    return (await player.heard()).titles.map(({ title }) => title);
  };
  const { now } = await radio.nowPlaying();
  expect(now?.title).toMatch(/^(?:Low|Middle|High)$/);

  await until("a player has the title on air", async () =>
    (await titles()).includes(now?.title ?? ""),
  );
});
