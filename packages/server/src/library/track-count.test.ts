import { createLogTo } from "@neonrelay/process/log";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addTestTracks, openTestDatabase, type TestDatabase } from "../database/test-database.ts";
import { createStationEvents } from "../station-events.ts";
import { createTrackCount } from "./track-count.ts";

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
}, 60_000);
afterAll(() => opened[Symbol.asyncDispose]());

test("the number of tracks is kept until the library changes or some seconds have passed", async () => {
  const { database } = opened;
  const events = createStationEvents(createLogTo(() => {}, { part: "test", level: "silent" }));
  let nowMs = 0;
  const count = createTrackCount({ database, events }, () => nowMs);
  const told: number[] = [await count()];

  await addTestTracks(database, ["One"]);
  told.push(await count());
  events.publish({ type: "library.changed" });
  told.push(await count());
  await addTestTracks(database, ["Two"]);
  nowMs = 4999;
  told.push(await count());
  nowMs = 5000;
  told.push(await count());

  expect(told).toEqual([0, 0, 1, 1, 2]);
});
