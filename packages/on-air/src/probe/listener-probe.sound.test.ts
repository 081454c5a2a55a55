// @module-tag ffmpeg
import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { silentMp3Frame } from "../programme/silent-frames.ts";
import { defaultSettings } from "../protocol/index.ts";
import type { RunningOnAir } from "../start/start-on-air.ts";
import { startTestOnAir, TestServerSide, writeRisingTone } from "../start/test-on-air.ts";

const probeTiming = { delayMs: 0, roundMs: 1000 };
let folder = "";
let url = "";
let onAir: RunningOnAir;
let server: TestServerSide;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "probe-"));
  ({ onAir, url } = await startTestOnAir(folder, { probeTiming }));
  server = new TestServerSide(folder);
});
afterEach(async () => {
  await server.order("setSettings", defaultSettings);
  await server.statusWhen(({ probes }) => probes.length === 1 && probes[0]?.problem === null);
});
afterAll(async () => {
  server.close();
  await onAir.close();
  await rm(folder, { recursive: true });
});

test("[S80] the probe hears the sound of every mount and of HLS, and the title, and does not count as a listener", async () => {
  await server.order("setSettings", {
    ...defaultSettings,
    isOpusOn: true,
    isAacOn: true,
    isHlsOn: true,
  });
  await server.giveTrack(await writeRisingTone(folder));

  const status = await server.statusWhen(
    ({ probes }) =>
      probes.length === 4 && probes.every(({ levelDb }) => levelDb !== null && levelDb > -20),
  );
  const page = await (await fetch(url)).text();

  expect(status.listeners).toBe(0);
  expect(status.probes.map((probe) => [probe.path, probe.problem])).toEqual(
    expect.arrayContaining([
      ["/stream.mp3", null],
      ["/stream.opus", null],
      ["/stream.aac", null],
      ["/hls/live.m3u8", null],
    ]),
  );
  const ageOf = (mount: string) =>
    status.probes.find((probe) => probe.path === mount)?.titleAgeMs ?? null;
  expect(ageOf("/stream.mp3")).toBeGreaterThanOrEqual(0);
  expect(ageOf("/stream.opus")).toBeNull();
  expect(page).toContain("/stream.mp3 is up: -");
});

test("[P84] a pause is not reported as a problem; a stopped stream is not probed", async () => {
  const pid = onAir.enginePid();
  await server.order("setSettings", { ...defaultSettings, isPlaying: false });

  const silent = await server.statusWhen(({ probes }) => probes[0]?.levelDb === null);
  // More rounds than it takes to believe a problem.
  for (let round = 0; round < 3; round += 1) {
    const heard = await server.statusWhen(({ probes }) => probes.length > 0);
    expect(heard.probes[0]?.problem).toBeNull();
  }
  await server.order("setSettings", { ...defaultSettings, isStreaming: false });
  const stopped = await server.statusWhen(({ settings }) => !settings.isStreaming);

  expect(silent.probes[0]?.problem).toBeNull();
  expect(onAir.enginePid()).toBe(pid);
  expect(stopped.probes).toEqual([]);
});

/** Process id of the probe that this process started. */
function probePid(): number {
  const isOurs = (pid: string): boolean => {
    try {
      const status = readFileSync(`/proc/${pid}/status`, "utf8");
      return /^Name:\s+probe$/m.test(status) && status.includes(`\nPPid:\t${process.pid}\n`);
    } catch {
      return false; // it exited meanwhile
    }
  };
  return Number(readdirSync("/proc").find((name) => /^\d+$/.test(name) && isOurs(name)));
}

/** An engine that sends unwanted silence, in real time. */
async function silentEngine(): Promise<URL> {
  const file = path.join(folder, "engine.mjs");
  const bytes = Buffer.concat(Array.from({ length: 10 }, () => silentMp3Frame(defaultSettings)));
  await writeFile(
    file,
    `import { writeSync } from "node:fs";
    const audio = Buffer.from("${bytes.toString("base64")}", "base64");
    let position;
    let due;
    function send() {
      const header = Buffer.from(JSON.stringify({ codec: "mp3", bitrateKbps: 192,
        sampleRateHz: 44100, channels: 2, positionSamples: position, samples: 11520, playId: null,
        playOffsetSamples: 0, isSilentOnPurpose: false, feed: null }));
      const head = Buffer.alloc(9);
      head.writeUInt32LE(5 + header.length + audio.length, 0);
      head.writeUInt8(2, 4);
      head.writeUInt32LE(header.length, 5);
      writeSync(3, Buffer.concat([head, header, audio]));
      position += 11520;
    }
    function keepUp() {
      const ahead = position - due.at - (Number(process.hrtime.bigint()) - due.ns) * 44100 / 1e9;
      if (ahead < 22050) { send(); keepUp(); }
    }
    process.stdin.on("end", () => process.exit(0));
    process.stdin.once("data", (line) => {
      const start = JSON.parse(String(line).split("\\n")[0]);
      position = start.positionSamples;
      due = { at: position, ns: Number(start.dueNs) };
      keepUp();
      setInterval(keepUp, 50);
    });`,
  );
  return pathToFileURL(file);
}

test("[S81][S83] the station reports when its own listener stops reporting, and restarts it when it dies", async () => {
  await server.statusWhen(({ probes }) => probes[0]?.problem === null);

  const first = probePid();
  process.kill(first, "SIGSTOP");

  const status = await server.statusWhen(({ probes }) => (probes[0]?.problem ?? null) !== null);
  process.kill(first, "SIGKILL");
  await server.statusWhen(({ probes }) => probes[0]?.problem === null);
  expect(probePid()).not.toBe(first);
  expect(status.probes[0]).toMatchObject({
    problem: "The station's own listener reports nothing",
    ageMs: expect.any(Number),
  });
});

test("[S82] a silent programme is reported, and its engine is restarted", async () => {
  const state = await mkdtemp(path.join(folder, "silent-"));
  const started = await startTestOnAir(state, { probeTiming, engineUrl: await silentEngine() });
  const silent = new TestServerSide(state);
  await using _closing = {
    [Symbol.asyncDispose]: async () => {
      silent.close();
      await started.onAir.close();
    },
  };
  const pid = started.onAir.enginePid();

  const status = await silent.statusWhen(({ probes }) => (probes[0]?.problem ?? null) !== null);
  await silent.statusWhen(() => {
    const newPid = started.onAir.enginePid();
    return newPid !== undefined && newPid !== pid;
  });
  const page = await (await fetch(started.url)).text();

  expect(status.probes[0]?.problem).toBe("The stream is silent");
  expect(page).toContain("/stream.mp3: The stream is silent");
});
