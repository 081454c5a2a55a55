import { TestAwakeTimer } from "@neonrelay/process/test-awake-timer";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import * as z from "zod";
import { childrenOf, descendantsOf, isAlive, partsOf } from "../src/station-processes.ts";
import {
  environmentOf,
  launchStation,
  startFirstStage,
  startLimit,
  startNpm,
  TestStation,
  until,
} from "../src/test-station.ts";

const ENDS_WITHIN_MS = 5000;
/** Noticing npm's end takes up to a second. */
const ENDS_AFTER_NPM_WITHIN_MS = 6500;

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "neonrelay-start-"));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** Starts a station that must refuse, and returns its exit code and last line. */
async function refusal(
  environment: Record<string, string>,
  dataDir = folder,
): Promise<{ code: unknown; output: string }> {
  const { launcher, lines } = await launchStation({ dataDir, environment });
  const [code] = await once(launcher, "close");
  return { code, output: lines.filter((line) => !line.includes(" | ")).join("\n") };
}

/** Waits until those processes have ended. @returns how long that took, in ms */
async function untilEnded(pids: readonly number[]): Promise<number> {
  using timer = new TestAwakeTimer();
  await until("everything has ended", () => !pids.some(isAlive));
  return timer.passedMs;
}

/** The launcher's log, with the part of each line. */
function launcherSays(lines: readonly string[]): string[] {
  return lines
    .filter((line) => line.startsWith("launcher | "))
    .map((line) => launcherLineSchema.parse(JSON.parse(line.slice(line.indexOf("{")))))
    .map(({ msg, stopped }) => (stopped === undefined ? msg : `${msg}: ${stopped}`));
}

const launcherLineSchema = z.object({ msg: z.string(), stopped: z.optional(z.string()) });

test("a port in use is named in one sentence, for the web app, the stream and IRC", async () => {
  const holder = createServer().listen(0, "127.0.0.1");
  await once(holder, "listening");
  const address = holder.address();
  const port = typeof address === "object" && address !== null ? String(address.port) : "";
  try {
    const variables = ["PORT", "STREAM_PORT", "IRC_LISTEN_PORT"];
    const refusals = await Promise.all(
      variables.map(async (variable) => {
        const dataDir = await mkdir(path.join(folder, variable), { recursive: true });
        return await refusal({ [variable]: port }, dataDir);
      }),
    );

    expect(refusals).toEqual(
      variables.map((variable) => ({
        code: 1,
        output: expect.stringMatching(
          // This process holds the port.
          new RegExp(
            `^Neon Relay can't start\\. (?=.*${port})(?=.*taken by .+ \\(${process.pid}\\)).*\\b${variable}\\b.*$`,
          ),
        ),
      })),
    );
  } finally {
    holder.close();
  }
});

test("a test station that can't start leaves no folder and no process", async () => {
  const temporary = path.join(folder, "temporary");
  await mkdir(temporary);
  vi.stubEnv("TMPDIR", temporary);

  await expect(TestStation.start({ environment: { PORT: "eighty" } })).rejects.toThrow(
    "the station did not start",
  );

  vi.unstubAllEnvs();
  expect(await readdir(temporary)).toEqual([]);
});

test("SIGTERM ends every process within 5 s, the station starts again in its folder, has it to itself, also ends when its launcher is killed, and can be removed", async () => {
  const wasKilled = (line: string) => line.startsWith("part did not stop; killed it: ");
  let said = await startAndStop();
  // A part starved on a busy machine is killed now and then; one that never stops by itself is killed every time.
  for (let tries = 1; tries < 3 && said.some(wasKilled); tries += 1) said = await startAndStop();

  expect(said).toEqual(["stopping", "part stopped: server", "part stopped: on-air", "stopped"]);
  await using again = await TestStation.start({ dataDir: folder });
  await until(
    "it is healthy",
    async () => (await again.visitor().call("GET", "/api/health")).status === 200,
  );
  await expectOwnFolder(again);
  const partsAgain = Object.values(again.parts());
  expect(partsAgain).toHaveLength(3);

  process.kill(again.launcherPid, "SIGKILL");

  expect(await untilEnded(partsAgain)).toBeLessThan(ENDS_WITHIN_MS);
  await expectRemoved();
});

/** Expects nothing of a station to remain except its music, and a file that is not its own. */
async function expectRemoved(): Promise<void> {
  await writeFile(path.join(folder, "notes.txt"), "mine");
  const unasked = await remove();
  const isThere = (await readdir(folder)).includes("station-data.json");

  const removed = await remove("--yes");

  expect(unasked).toMatchObject({ code: 1, text: expect.stringContaining("Nothing was removed.") });
  expect(isThere).toBe(true);
  expect(removed).toMatchObject({ code: 0, text: expect.stringContaining(`${folder}/database: `) });
  expect((await readdir(folder)).toSorted()).toEqual(["music", "notes.txt"]);
  expect(await remove("--yes")).toMatchObject({
    code: 1,
    text: expect.stringContaining(`There is no station in ${folder}`),
  });
}

const stationMain = fileURLToPath(new URL("../../launcher/src/station-main.ts", import.meta.url));

/** `station remove` without a terminal. */
async function remove(...flags: readonly string[]) {
  const options = { env: await environmentOf(folder) };
  const words = [stationMain, "remove", ...flags];
  return await promisify(execFile)(process.execPath, words, options).then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    ({ code, stdout }: { readonly code: number; readonly stdout: string }) => ({
      code,
      text: stdout,
    }),
  );
}

/** Expects its address, and that it keeps running while a second station on its folder is refused. */
async function expectOwnFolder(station: TestStation): Promise<void> {
  const places = station.lines.filter((line) => /^(?:Web|Stream|IRC): /.test(line));
  const modes = await Promise.all(
    [".", "run", "run/on-air.sock", "run/control.sock"].map(async (name) =>
      ((await stat(path.join(station.dataDir, name))).mode & 0o777).toString(8),
    ),
  );

  const second = await refusal({});
  const removal = await remove("--yes", "--all");

  const place = (label: string, scheme: string) =>
    expect.stringMatching(new RegExp(`^${label}: +${scheme}://127\\.0\\.0\\.1:\\d+`));
  expect(places).toEqual([place("Web", "http"), place("Stream", "http"), place("IRC", "irc")]);
  expect(modes).toEqual(["700", "700", "600", "600"]);
  expect(second.code).toBe(1);
  expect(second.output).toMatch(
    /^Neon Relay can't start\. A station is already running on the data folder/,
  );
  expect(removal).toMatchObject({ code: 1, text: expect.stringContaining("stop it first") });
  expect((await station.visitor().call("GET", "/api/health")).status).toBe(200);
}

/** @returns the launcher's log in between */
async function startAndStop(): Promise<readonly string[]> {
  await using station = await TestStation.start({ dataDir: folder });
  const parts = Object.values(station.parts());
  expect(parts).toHaveLength(3);

  const { exitCode, tookMs } = await station.stop();

  expect(exitCode).toBe(0);
  expect(tookMs).toBeLessThan(ENDS_WITHIN_MS);
  expect(parts.filter(isAlive)).toEqual([]);
  await until("the log says so to its end", () =>
    station.lines.some((line) => line.includes('"msg":"stopped"')),
  );
  return launcherSays(station.lines);
}

// SIGTERM: `first-start.promise`.
test.each([
  { signal: "SIGINT", exitCode: 0 },
  { signal: "SIGKILL", exitCode: null },
] as const)(
  "$signal to the process npm start runs ends everything within 5 s",
  async ({ signal, exitCode }) => {
    const { firstStage, lines } = await startFirstStage(folder);
    await untilOnAir(lines);
    const launcherPid = childrenOf(firstStage.pid ?? 0)[0] ?? 0;
    const everything = [launcherPid, ...Object.values(partsOf(launcherPid))];
    expect(everything).toHaveLength(4);
    const ended = once(firstStage, "exit");

    firstStage.kill(signal);

    expect(await untilEnded(everything)).toBeLessThan(ENDS_WITHIN_MS);
    expect((await ended)[0]).toBe(exitCode);
  },
);

test("SIGKILL to npm start itself ends everything within seconds", async () => {
  const { npm, lines } = await startNpm(folder);
  await untilOnAir(lines);
  // npm's shell where it stays; the first stage, launcher, on-air, engine, server.
  const everything = descendantsOf(npm.pid ?? 0);
  expect(everything.length).toBeGreaterThanOrEqual(5);

  npm.kill("SIGKILL");

  try {
    expect(await untilEnded(everything)).toBeLessThan(ENDS_AFTER_NPM_WITHIN_MS);
  } finally {
    everything.filter(isAlive).forEach((pid) => process.kill(pid, "SIGTERM"));
  }
});

test("a station without a terminal outlives the shell that started npm, and says how to stop it", async () => {
  const { npm, lines } = await startNpm(folder);
  await untilOnAir(lines);
  const everything = descendantsOf(npm.pid ?? 0);
  const ended = once(npm, "exit");

  // A shell's signal to its jobs when its terminal closes; nohup can't block it for npm.
  process.kill(-(npm.pid ?? 0), "SIGHUP");
  await ended;

  const pid = await until("it says how to be ended", () => {
    const said = lines.map(
      (line) => /keeps running without its terminal: kill (\d+) /.exec(line)?.[1],
    );
    return said.find((text) => text !== undefined);
  });
  const url =
    lines
      .find((line) => line.startsWith("Web:"))
      ?.slice(4)
      .trim() ?? "";
  expect((await fetch(new URL("/api/health", url))).status).toBe(200);
  process.kill(Number(pid), "SIGTERM");
  expect(await untilEnded(everything)).toBeLessThan(ENDS_WITHIN_MS);
});

async function untilOnAir(lines: readonly string[]): Promise<void> {
  await until(
    "it is on air",
    () => lines.some((line) => line.startsWith("Neon Relay is on air")),
    startLimit,
  );
}

test("SIGTERM during start-up stops the station within 5 s", async () => {
  const { launcher, lines } = await launchStation({ dataDir: folder });
  await until("the first part has said something", () => lines.length > 0);
  const parts = partsOf(launcher.pid ?? 0);
  const ended = once(launcher, "exit");

  launcher.kill("SIGTERM");

  const everything = [launcher.pid ?? 0, ...Object.values(parts)];
  expect(await untilEnded(everything)).toBeLessThan(ENDS_WITHIN_MS);
  expect((await ended)[0]).toBe(0);
  expect(lines.join("\n")).not.toContain("is on air");
});
