import os from "node:os";
import { afterAll, beforeAll, expect, test } from "vitest";
import { until } from "../src/test-station.ts";
import { Crowd } from "./crowd.ts";
import { packRelease } from "./next-release.ts";
import { NEXT, StationToUpgrade, UPGRADE_LIMIT_MS } from "./station-to-upgrade.ts";

const LISTENERS = 500;
const SILENCE_LIMIT_MS = 4000;
/** Other load on a busy machine delays the start of every process. */
const silenceLimitMs = () =>
  SILENCE_LIMIT_MS * Math.max(1, (os.loadavg()[0] ?? 0) / os.availableParallelism() / 2);

let upgraded: StationToUpgrade;
let archive: string;
let crowd: Crowd;

beforeAll(async () => {
  upgraded = await StationToUpgrade.start();
  archive = packRelease(upgraded.next);
  crowd = new Crowd(upgraded.station.streamUrl, LISTENERS);
  await until("all hear music", () => crowd.hearing === LISTENERS);
}, UPGRADE_LIMIT_MS);

afterAll(async () => {
  crowd?.[Symbol.dispose]();
  await upgraded?.[Symbol.asyncDispose]();
});

test(
  "a new version takes over while 500 listen: the server change loses no byte, and on-air is back in under 4 s",
  async () => {
    const killed = await upgraded.run(["upgrade", archive, "--yes"], (line, child) => {
      if (line.startsWith("Unpacking")) child.kill("SIGKILL");
    });
    const before = { cuts: crowd.cutOff, broken: crowd.brokenFrames };
    crowd.forgetSilence();

    const upgrade = await upgraded.run(["upgrade", archive, "--yes"]);

    expect(killed.code).toBeNull();
    expect(upgrade.code, upgrade.lines.join("\n")).toBe(0);
    await until("all hear music again", () => crowd.hearing === LISTENERS);
    console.log(`on-air was changed: longest silence ${Math.round(crowd.longestSilenceMs)} ms`);
    // One cut, by on-air; the server's change cut no one off.
    expect({ cuts: crowd.cutOff, broken: crowd.brokenFrames }).toEqual({
      ...before,
      cuts: before.cuts + LISTENERS,
    });
    expect(crowd.longestSilenceMs).toBeLessThan(silenceLimitMs());
    expect(upgraded.programOfData()).toContain(NEXT);
    expect(await upgraded.said()).toContain("said before");
  },
  UPGRADE_LIMIT_MS,
);

test(
  "`upgrade --back` restores the previous version with its data",
  async () => {
    await upgraded.say("said after");

    const back = await upgraded.run(["upgrade", "--back", "--yes"]);

    expect(back.code, back.lines.join("\n")).toBe(0);
    expect(await upgraded.said()).not.toContain("said after");
    await upgraded.expectAsBefore();
  },
  UPGRADE_LIMIT_MS,
);
