// @module-tag ffmpeg
// The full run, with more listeners and faults, is `npm run chaos`.
import { afterAll, beforeAll, expect, test } from "vitest";
import { tryFault } from "../src/chaos/fault.ts";
import { allKilled, partFaults } from "../src/chaos/process-faults.ts";
import { oneServer } from "../src/chaos/running-station.ts";
import { openScene, type Scene } from "../src/chaos/scene.ts";

/** A slow machine breaks no promise here; `npm run chaos` judges the times. */
const TIME_FACTOR = 3;

let scene: Scene;
beforeAll(async () => {
  expect(stopped).toHaveLength(2);
  scene = await openScene({
    listeners: 8,
    users: 4,
    everyMs: 500,
    hasUploads: false,
    tracks: 2,
    trackSeconds: 150,
    environment: {},
    hasNetwork: false,
    start: oneServer(),
  });
});
afterAll(async () => {
  await scene?.[Symbol.asyncDispose]();
});

/** A killed or stopped server, and all other kills, are in `survival.promise`. */
const stopped = partFaults.filter(({ name }) =>
  ["engine stopped", "on-air stopped"].includes(name),
);

test.for([...stopped, allKilled])("$name: sound and data are kept as promised", async (fault) => {
  const { broken, heard, wrote } = await tryFault(fault, scene, {
    timeFactor: TIME_FACTOR,
    // Last, since it checks the plays of all faults.
    playsOn: fault === allKilled,
  });

  expect(broken).toEqual([]);
  // The promises would also hold without any listeners and users.
  expect(heard.listeners).toBe(8);
  expect(wrote.confirmed).toBeGreaterThan(0);
});
