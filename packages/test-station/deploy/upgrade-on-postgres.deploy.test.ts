// @module-tag postgresql
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDatabase } from "../src/test-databases.ts";
import { startTestPostgres, type TestPostgres } from "../src/test-postgres.ts";
import { until } from "../src/test-station.ts";
import { writeBrokenRelease } from "./next-release.ts";
import { BACK_LIMIT_MS, NEXT, StationToUpgrade, UPGRADE_LIMIT_MS } from "./station-to-upgrade.ts";

let postgres: TestPostgres;
let upgraded: StationToUpgrade;

beforeAll(async () => {
  postgres = await startTestPostgres();
  upgraded = await StationToUpgrade.start(await createDatabase(postgres.url, "station"));
}, UPGRADE_LIMIT_MS);

afterAll(async () => {
  await upgraded?.[Symbol.asyncDispose]();
  await postgres?.[Symbol.asyncDispose]();
});

test(
  "when a version that migrated PostgreSQL is not healthy, the previous one is back with its data",
  async () => {
    const root = path.join(upgraded.folder, "not-healthy");
    const file = "packages/server/src/health/health-handlers.ts";
    const change = { like: upgraded.next, file, from: "health.ok ? 200 : 503", to: "503" };
    await writeBrokenRelease(root, change);

    const { failure, backMs } = await upgraded.changeTo(root);

    expect(failure).toContain("did not prove itself: the station is not healthy (503)");
    expect(backMs).toBeLessThan(BACK_LIMIT_MS);
    await upgraded.expectAsBefore();
  },
  UPGRADE_LIMIT_MS,
);

test(
  "a station on PostgreSQL that is killed during an upgrade starts again in its previous state",
  async () => {
    const change = upgraded.changeTo(upgraded.next);
    await until(
      "the new server has changed the data",
      () => upgraded.programOfData().includes(NEXT),
      { limitMs: UPGRADE_LIMIT_MS },
    );
    process.kill(upgraded.station.launcherPid, "SIGKILL");
    await change;

    await upgraded.restart();

    await upgraded.expectAsBefore();
  },
  UPGRADE_LIMIT_MS,
);

test(
  "a version that migrates PostgreSQL takes over, and `upgrade --back` restores the previous data",
  async () => {
    const { failure } = await upgraded.changeTo(upgraded.next);
    expect(failure).toBe("");
    expect(upgraded.programOfData()).toContain(NEXT);
    expect(await upgraded.said()).toContain("said before");
    await upgraded.say("said after");

    const back = await upgraded.run(["upgrade", "--back", "--yes"]);

    expect(back.code, back.lines.join("\n")).toBe(0);
    expect(await upgraded.said()).not.toContain("said after");
    await upgraded.expectAsBefore();
  },
  UPGRADE_LIMIT_MS,
);
