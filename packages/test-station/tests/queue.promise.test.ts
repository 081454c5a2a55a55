import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { PromiseStation } from "../src/promise-station.ts";
import { until } from "../src/test-station.ts";

let radio: PromiseStation;
beforeAll(async () => {
  radio = await PromiseStation.start();
});
afterAll(() => radio?.[Symbol.asyncDispose]());
beforeEach(async () => {
  await radio.operator.call("PUT", "/api/station-settings", { guestQueueActions: "full" });
  await radio.operator.call("DELETE", "/api/queue/clear");
  for (const title of ["Low", "Middle", "High"]) await add(title);
});

async function add(title: string): Promise<void> {
  const answer = await radio.operator.call("POST", "/api/queue", {
    trackId: await radio.trackId(title),
  });
  expect(answer.status).toBe(200);
}

async function entryId(title: string): Promise<string> {
  return (await radio.queue()).find(({ track }) => track.title === title)?.id ?? "";
}

test("entries are moved, removed, cleared and restored by undo, each in its place", async () => {
  await radio.operator.call("PATCH", `/api/queue/${await entryId("High")}/position`, {
    position: 0,
  });
  expect(await radio.queued()).toEqual(["High", "Low", "Middle"]);
  await radio.operator.call("DELETE", `/api/queue/${await entryId("Low")}`);
  expect(await radio.queued()).toEqual(["High", "Middle"]);
  await radio.operator.call("POST", "/api/queue/undo");
  expect(await radio.queued()).toEqual(["High", "Low", "Middle"]);

  await radio.operator.call("DELETE", "/api/queue/clear");
  expect(await radio.queued()).toEqual([]);
  await radio.operator.call("POST", "/api/queue/undo");
  expect(await radio.queued()).toEqual(["High", "Low", "Middle"]);
});

test("the queue plays in order, and played entries leave it", async () => {
  const heard: string[] = [];
  for (const left of [2, 1, 0]) {
    const { now } = await radio.nowPlaying();
    await radio.operator.call("POST", "/api/playback/skip", { playId: now?.id });
    await until("one entry less waits", async () => (await radio.queued()).length === left);
    const playing = await until("it is on air", async () => {
      const next = await radio.nowPlaying();
      return next.now !== null && next.now.id !== now?.id && next.now;
    });
    heard.push(playing.title);
  }

  expect(heard).toEqual(["Low", "Middle", "High"]);
});

test("guests and listeners change the queue only as far as the station lets them", async () => {
  const guest = radio.station.visitor();
  const listener = radio.station.visitor();
  const account = { username: "lena", password: "a password of lena" };
  const email = "lena@radio.example";
  await radio.operator.call("POST", "/api/users", { ...account, email, role: "listener" });
  expect((await listener.call("POST", "/api/users/login", account)).status).toBe(200);
  await radio.operator.call("PUT", "/api/station-settings", { guestQueueActions: "requests only" });

  for (const visitor of [guest, listener]) {
    const cleared = await visitor.call("DELETE", "/api/queue/clear");
    expect([401, 403]).toContain(cleared.status);
    expect(cleared.body).toMatchObject({
      error: "The station has turned this off for guests and listeners",
    });
  }
  expect(await radio.queued()).toEqual(["Low", "Middle", "High"]);
});
