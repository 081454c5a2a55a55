import { readFileSync } from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { until } from "../src/test-station.ts";
import { Crowd } from "./crowd.ts";
import { writeBrokenRelease } from "./next-release.ts";
import { BACK_LIMIT_MS, NEXT, StationToUpgrade, UPGRADE_LIMIT_MS } from "./station-to-upgrade.ts";

/** upgrade.alone.deploy uses all 500, and measures their interruption. */
const LISTENERS = 20;

const writtenSchema = z.object({ id: z.optional(z.string()), error: z.optional(z.string()) });

let upgraded: StationToUpgrade;
let crowd: Crowd;

beforeAll(async () => {
  upgraded = await StationToUpgrade.start();
  crowd = new Crowd(upgraded.station.streamUrl, LISTENERS);
  await until("all hear music", () => crowd.hearing === LISTENERS);
}, UPGRADE_LIMIT_MS);

afterAll(async () => {
  crowd?.[Symbol.dispose]();
  await upgraded?.[Symbol.asyncDispose]();
});

test(
  "when a version's server ends at once, the previous one is back, and no player noticed",
  async () => {
    const root = path.join(upgraded.folder, "ends-at-once");
    const file = "packages/server/src/main.ts";
    const change = {
      like: upgraded.next,
      file,
      from: "await runPart",
      to: "process.exit(1); await runPart",
    };
    await writeBrokenRelease(root, change);
    const cutsBefore = crowd.cutOff;

    const { failure, backMs } = await upgraded.changeTo(root);

    expect(failure).toMatch(
      new RegExp(`^${NEXT} did not prove itself: .* runs again, with all data`),
    );
    expect(backMs).toBeLessThan(BACK_LIMIT_MS);
    expect([crowd.cutOff, crowd.brokenFrames]).toEqual([cutsBefore, 0]);
    await upgraded.expectAsBefore();
  },
  UPGRADE_LIMIT_MS,
);

test(
  "when a version that migrated the database is not healthy, the previous one is back with its data",
  async () => {
    const root = path.join(upgraded.folder, "not-healthy");
    const file = "packages/server/src/health/health-handlers.ts";
    const change = { like: upgraded.next, file, from: "health.ok ? 200 : 503", to: "503" };
    await writeBrokenRelease(root, change);

    const { failure, backMs } = await upgraded.changeTo(root);

    expect(failure).toContain("did not prove itself: the station is not healthy (503)");
    expect(backMs).toBeLessThan(BACK_LIMIT_MS);
    await upgraded.expectAsBefore();
    await until("all hear music again", () => crowd.hearing === LISTENERS);
  },
  UPGRADE_LIMIT_MS,
);

test(
  "when on-air of a version that migrated the database never plays, no confirmed data are lost",
  async () => {
    const root = path.join(upgraded.folder, "never-plays");
    const file = "packages/on-air/src/start/start-on-air.ts";
    const change = {
      like: upgraded.next,
      file,
      from: "const { config, report, channel = null } = options;",
      to: "await new Promise(() => {}); const { config, report, channel = null } = options;",
    };
    await writeBrokenRelease(root, change);
    const writing = new AbortController();
    const written = keepWriting(writing.signal);

    const { failure, backMs } = await upgraded.changeTo(root);
    writing.abort();
    const { confirmed, refused } = await written;

    expect(failure).toMatch(/did not prove itself: .* runs again, with all data/);
    expect(backMs).toBeLessThan(BACK_LIMIT_MS);
    expect(refused).toContain("The station is being upgraded; try again in a minute");
    expect(await missingOf(confirmed)).toEqual([]);
    await upgraded.expectAsBefore();
    await until("all hear music again", () => crowd.hearing === LISTENERS);
  },
  UPGRADE_LIMIT_MS,
);

test(
  "a station killed during an upgrade starts again in its previous state",
  async () => {
    crowd[Symbol.dispose]();
    const change = upgraded.changeTo(upgraded.next);
    await until(
      "the new server has changed the data",
      () => upgraded.programOfData().includes(NEXT),
      { limitMs: UPGRADE_LIMIT_MS },
    );
    process.kill(upgraded.station.launcherPid, "SIGKILL");
    await change;

    const startedAtMs = performance.now();
    await upgraded.restart();

    expect(performance.now() - startedAtMs).toBeLessThan(BACK_LIMIT_MS);
    await upgraded.expectAsBefore();
  },
  UPGRADE_LIMIT_MS,
);

/**
 * Sends chat messages and comments, each from a new visitor, until `signal`. Collects the ids of confirmed ones, and
 * why the rest failed.
 */
async function keepWriting(signal: AbortSignal) {
  const confirmed: string[] = [];
  const refused = new Set<string>();
  for (let number = 0; !signal.aborted; number++) {
    const text = `written ${number}`;
    const visitor = upgraded.station.visitor();
    const chat = { username: `guest${number}`, message: text };
    const calls = [
      () => visitor.call("POST", "/api/chat/send", chat),
      () => visitor.call("POST", "/api/comments", { content: text }),
    ];
    for (const call of calls) {
      const answer = await call().catch(() => null); // the server ended during the call: not confirmed
      const { id, error } = writtenSchema.safeParse(answer?.body).data ?? {};
      if (id !== undefined) confirmed.push(id);
      if (error !== undefined) refused.add(error);
    }
  }
  return { confirmed, refused: [...refused] };
}

/** Which of these messages and comments are missing. */
async function missingOf(ids: readonly string[]): Promise<string[]> {
  const backup = path.join(upgraded.folder, "what-is-there.backup.gz");
  const { code } = await upgraded.run(["backup", backup]);
  expect(code).toBe(0);
  const kept = gunzipSync(readFileSync(backup)).toString("utf8");
  expect(ids.length).toBeGreaterThan(0);
  return ids.filter((id) => !kept.includes(id));
}
