import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { projectRoot } from "../../../scripts/stage.ts";
import { environmentOf, TestStation, until } from "../src/test-station.ts";
import { socketFolderOf } from "../../launcher/src/data-folder.ts";
import { askForChange } from "../../launcher/src/upgrade-socket.ts";
import { Crowd } from "./crowd.ts";
import { packRelease, writeBrokenRelease, writeNextRelease } from "./next-release.ts";

const LISTENERS = 500;
const NEXT = "99.1.0";
/** Of the issue: after that the version of before is back, and every player hears the stream again. */
const BACK_LIMIT_MS = 60_000;
const SILENCE_LIMIT_MS = 4000;
/** What others do on a busy machine makes every process start later. */
const silenceLimitMs = () =>
  SILENCE_LIMIT_MS * Math.max(1, (os.loadavg()[0] ?? 0) / os.availableParallelism() / 2);
const UPGRADE_LIMIT_MS = 400_000;

const writtenSchema = z.object({ id: z.optional(z.string()), error: z.optional(z.string()) });

let folder: string;
let dataDir: string;
let next: string;
let archive: string;
let station: TestStation;
let crowd: Crowd;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "neonrelay-upgrade-"));
  dataDir = path.join(folder, "data");
  next = path.join(folder, `neonrelay-${NEXT}`);
  await writeNextRelease(next, NEXT);
  archive = packRelease(next);
  station = await start();
  await say("said before");
  crowd = new Crowd(station.streamUrl, LISTENERS);
  await until("all hear music", () => crowd.hearing === LISTENERS);
}, UPGRADE_LIMIT_MS);

afterAll(async () => {
  crowd?.[Symbol.dispose]();
  await station?.[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

test(
  "when the server of a version ends at once, the one before is back, and no player noticed",
  async () => {
    const root = path.join(folder, "ends-at-once");
    const file = "packages/server/src/main.ts";
    const change = {
      like: next,
      file,
      from: "await runPart",
      to: "process.exit(1); await runPart",
    };
    await writeBrokenRelease(root, change);
    const cutsBefore = crowd.cutOff;

    const { failure, backMs } = await changeTo(root);

    expect(failure).toMatch(
      new RegExp(`^${NEXT} did not prove itself: .* runs again, with all data`),
    );
    expect(backMs).toBeLessThan(BACK_LIMIT_MS);
    expect([crowd.cutOff, crowd.brokenFrames]).toEqual([cutsBefore, 0]);
    await expectAsBefore();
  },
  UPGRADE_LIMIT_MS,
);

test(
  "when a version that has changed the database is not healthy, the one before is back with its data",
  async () => {
    const root = path.join(folder, "not-healthy");
    const file = "packages/server/src/health/health-handlers.ts";
    const change = { like: next, file, from: "health.ok ? 200 : 503", to: "503" };
    await writeBrokenRelease(root, change);

    const { failure, backMs } = await changeTo(root);

    expect(failure).toContain("did not prove itself: the station is not healthy (503)");
    expect(backMs).toBeLessThan(BACK_LIMIT_MS);
    await expectAsBefore();
    await until("all hear music again", () => crowd.hearing === LISTENERS);
  },
  UPGRADE_LIMIT_MS,
);

test(
  "when on-air of a version that has changed the database never plays, nothing that was confirmed is lost",
  async () => {
    const root = path.join(folder, "never-plays");
    const file = "packages/on-air/src/start/start-on-air.ts";
    const change = {
      like: next,
      file,
      from: "const { config, report, channel = null } = options;",
      to: "await new Promise(() => {}); const { config, report, channel = null } = options;",
    };
    await writeBrokenRelease(root, change);
    const writing = new AbortController();
    const written = keepWriting(writing.signal);

    const { failure, backMs } = await changeTo(root);
    writing.abort();
    const { confirmed, refused } = await written;

    expect(failure).toMatch(/did not prove itself: .* runs again, with all data/);
    expect(backMs).toBeLessThan(BACK_LIMIT_MS);
    expect(refused).toContain("The station is being upgraded; try again in a minute");
    expect(await missingOf(confirmed)).toEqual([]);
    await expectAsBefore();
    await until("all hear music again", () => crowd.hearing === LISTENERS);
  },
  UPGRADE_LIMIT_MS,
);

test(
  "a new version takes over while 500 listen: no byte is lost with the server, and on-air is back in under 4 s",
  async () => {
    const killed = await runUpgrade([archive, "--yes"], (line, child) => {
      if (line.startsWith("Unpacking")) child.kill("SIGKILL");
    });
    const before = { cuts: crowd.cutOff, broken: crowd.brokenFrames };
    crowd.forgetSilence();

    const upgrade = await runUpgrade([archive, "--yes"]);

    expect(killed.code).toBeNull();
    expect(upgrade.code, upgrade.lines.join("\n")).toBe(0);
    await until("all hear music again", () => crowd.hearing === LISTENERS);
    console.log(`on-air was changed: longest silence ${Math.round(crowd.longestSilenceMs)} ms`);
    // Once, by on-air: the server cut no one off.
    expect({ cuts: crowd.cutOff, broken: crowd.brokenFrames }).toEqual({
      ...before,
      cuts: before.cuts + LISTENERS,
    });
    expect(crowd.longestSilenceMs).toBeLessThan(silenceLimitMs());
    expect(programOfData()).toContain(NEXT);
    expect(await said()).toContain("said before");
  },
  UPGRADE_LIMIT_MS,
);

test(
  "`upgrade --back` brings the version of before with the data of then",
  async () => {
    await say("said after");

    const back = await runUpgrade(["--back", "--yes"]);

    expect(back.code, back.lines.join("\n")).toBe(0);
    expect(await said()).not.toContain("said after");
    await expectAsBefore();
  },
  UPGRADE_LIMIT_MS,
);

test(
  "a station that is killed in the middle of an upgrade starts again as it was before",
  async () => {
    crowd[Symbol.dispose]();
    const change = changeTo(next);
    await until("the new server has changed the data", () => programOfData().includes(NEXT), {
      limitMs: UPGRADE_LIMIT_MS,
    });
    process.kill(station.launcherPid, "SIGKILL");
    await change;
    await station[Symbol.asyncDispose]();

    const startedAtMs = performance.now();
    station = await start();

    expect(performance.now() - startedAtMs).toBeLessThan(BACK_LIMIT_MS);
    await expectAsBefore();
  },
  UPGRADE_LIMIT_MS,
);

/** The old program runs on the old data, and takes new ones. */
async function expectAsBefore(): Promise<void> {
  expect(programOfData()).not.toContain(NEXT);
  expect(existsSync(path.join(dataDir, "releases/upgrade.json"))).toBe(false);
  expect(await said()).toContain("said before");
  await say("said before");
}

/** Chat and comments, each from a new visitor, until `signal`. Ids of what was confirmed, and why the rest was not. */
async function keepWriting(signal: AbortSignal) {
  const confirmed: string[] = [];
  const refused = new Set<string>();
  for (let number = 0; !signal.aborted; number++) {
    const text = `written ${number}`;
    const visitor = station.visitor();
    const chat = { username: `guest${number}`, message: text };
    const calls = [
      () => visitor.call("POST", "/api/chat/send", chat),
      () => visitor.call("POST", "/api/comments", { content: text }),
    ];
    for (const call of calls) {
      const answer = await call().catch(() => null); // the server ended under it: not confirmed
      const { id, error } = writtenSchema.safeParse(answer?.body).data ?? {};
      if (id !== undefined) confirmed.push(id);
      if (error !== undefined) refused.add(error);
    }
  }
  return { confirmed, refused: [...refused] };
}

/** Which of these messages and comments are nowhere. */
async function missingOf(ids: readonly string[]): Promise<string[]> {
  const backup = path.join(folder, "what-is-there.backup.gz");
  const { code } = await runStation(["backup", backup]);
  expect(code).toBe(0);
  const kept = gunzipSync(readFileSync(backup)).toString("utf8");
  expect(ids.length).toBeGreaterThan(0);
  return ids.filter((id) => !kept.includes(id));
}

/** Asks the station to change to a version that is unpacked already. `backMs`: from when it gave up. */
async function changeTo(root: string): Promise<{ failure: string; backMs: number }> {
  const socket = path.join(socketFolderOf(dataDir), "upgrade.sock");
  let gaveUpAtMs = performance.now();
  const print = (line: string) => {
    if (line.startsWith("Going back")) gaveUpAtMs = performance.now();
  };
  const failure = await askForChange(socket, { root, isBack: false, print }).then(
    () => "",
    (error: unknown) => String(error instanceof Error ? error.message : error),
  );
  return { failure, backMs: performance.now() - gaveUpAtMs };
}

async function start(): Promise<TestStation> {
  return await TestStation.start({ dataDir, demoMusic: true, environment: settings });
}

const settings = { LISTENERS_FROM_LOOPBACK: "600" };

async function say(message: string): Promise<void> {
  // A moment after an upgrade nothing is written yet.
  await until("it is said", async () => {
    const { status } = await station.visitor().call("POST", "/api/chat/send", {
      username: "listener",
      message,
    });
    return status < 300;
  });
}

async function said(): Promise<string> {
  const { body } = await station.visitor().call("GET", "/api/chat");
  return JSON.stringify(body);
}

/** Which program wrote the data last, in words. */
function programOfData(): string {
  return readFileSync(path.join(dataDir, "station-data.json"), "utf8");
}

async function runUpgrade(
  parameters: readonly string[],
  onLine?: (line: string, child: ChildProcess) => void,
) {
  return await runStation(["upgrade", ...parameters], onLine);
}

/** `npm run station` without npm. */
async function runStation(
  parameters: readonly string[],
  onLine: (line: string, child: ChildProcess) => void = () => {},
) {
  const child = spawn(
    process.execPath,
    [
      "--disable-warning=ExperimentalWarning",
      path.join(projectRoot, "packages/launcher/src/station-main.ts"),
      ...parameters,
    ],
    {
      cwd: projectRoot,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...(await environmentOf(dataDir)), ...settings },
    },
  );
  const lines: string[] = [];
  for (const input of [child.stdout, child.stderr])
    createInterface({ input }).on("line", (line) => {
      lines.push(line);
      onLine(line, child);
    });
  const [code] = await once(child, "close");
  return { code, lines };
}
