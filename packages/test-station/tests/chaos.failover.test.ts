// @module-tag ffmpeg
// The whole form, with more listeners and more faults, is `npm run chaos`.
import { afterAll, beforeAll, expect, test } from "vitest";
import { tryFault } from "../src/chaos/fault.ts";
import { allKilled, partFaults } from "../src/chaos/process-faults.ts";
import { oneServer } from "../src/chaos/running-station.ts";
import { openScene, type Scene } from "../src/chaos/scene.ts";

/** A machine that is slow breaks no promise here; whether the times are kept, `npm run chaos` says. */
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

/** The server that is killed or stopped, and the others killed: `survival.promise`. */
const stopped = partFaults.filter(({ name }) =>
  ["engine stopped", "on-air stopped"].includes(name),
);

test.for([...stopped, allKilled])(
  "$name: what is heard and what is kept are as promised",
  async (fault) => {
    const { broken, heard, wrote } = await tryFault(fault, scene, {
      timeFactor: TIME_FACTOR,
      // At the end: the plays of all faults are looked at then.
      playsOn: fault === allKilled,
    });

    expect(broken).toEqual([]);
    // Without any of these the promises would hold for a station without listeners and users.
    expect(heard.listeners).toBe(8);
    expect(wrote.confirmed).toBeGreaterThan(0);
  },
);
