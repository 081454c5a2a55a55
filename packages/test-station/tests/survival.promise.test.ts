import { afterAll, beforeAll, expect, test } from "vitest";
import { CrowdListener } from "../src/chaos/crowd-listener.ts";
import { NUMBERS_PER_TRACK, readProgramme, SECOND_MS } from "../src/chaos/mark-rules.ts";
import { decodeHere } from "../src/heard-sound.ts";
import { PromiseStation } from "../src/promise-station.ts";
import type { PartName } from "../src/station-processes.ts";
import { until } from "../src/test-station.ts";

/** Programme skipped or repeated: two blocks, plus the tenth of a second of the marks' accuracy. */
const NEAR_MS = 700;

let radio: PromiseStation;
beforeAll(async () => {
  radio = await PromiseStation.start({ isMarked: true, seconds: 240 });
});
afterAll(() => radio?.[Symbol.asyncDispose]());

/** A listener who reconnects by itself; the caller ends it. */
function listen(): CrowdListener {
  const url = radio.station.streamUrl;
  return new CrowdListener({ url, keepsFrames: true, comesBackFirst: true });
}

const pidOf = (part: PartName): number => radio.station.parts()[part] ?? Number.NaN;

/** Signals a part while someone listens, and waits for its replacement and three more seconds of sound. */
async function heardThrough(part: PartName, signal: "SIGKILL" | "SIGSTOP") {
  using listener = listen();
  await until("the listener hears", () => listener.heardMs > 3000);
  const before = pidOf(part);
  process.kill(before, signal);
  await until(`another ${part} runs`, () => {
    const now = radio.station.parts()[part];
    return now !== undefined && now !== before;
  });
  await untilWell();
  const soFarMs = listener.heardMs;
  await until("the listener hears on", () => listener.heardMs > soFarMs + 3000);
  const { frames, drops } = listener.end();
  const stretches = readProgramme(await decodeHere(Buffer.concat(frames)));
  return { drops, stretches };
}

async function untilWell(): Promise<void> {
  await until("the station is well", async () => {
    const answer = await radio.station
      .visitor()
      .call("GET", "/api/health")
      .catch(() => undefined);
    return answer?.status === 200;
  });
}

/** Programme skipped between two stretches of a track, in ms; negative: repeated. */
const leftOut = (stretches: ReturnType<typeof readProgramme>): readonly number[] =>
  stretches.slice(1).flatMap(({ programmeMs }, index) => {
    const before = stretches[index];
    if (before === undefined || trackOf(before.programmeMs) !== trackOf(programmeMs)) return [];
    return programmeMs - before.programmeMs - (before.untilMs - before.fromMs);
  });

const trackOf = (programmeMs: number): number =>
  Math.floor(programmeMs / SECOND_MS / NUMBERS_PER_TRACK);

test.each(["SIGKILL", "SIGSTOP"] as const)(
  "the server ends by %s and returns, and listeners miss nothing of the programme",
  async (signal) => {
    const { drops, stretches } = await heardThrough("server", signal);

    expect(drops).toBe(0);
    expect(stretches.length).toBe(1);
  },
);

test("the engine is killed, and listeners stay connected and hear the same track continue", async () => {
  const { drops, stretches } = await heardThrough("engine", "SIGKILL");

  expect(drops).toBe(0);
  expect(stretches.length).toBeGreaterThan(0);
  for (const ms of leftOut(stretches)) expect(Math.abs(ms)).toBeLessThan(NEAR_MS);
});

test("on-air is killed, and reconnecting listeners hear the same track where it was", async () => {
  const { drops, stretches } = await heardThrough("on-air", "SIGKILL");

  expect(drops).toBeGreaterThan(0);
  expect(stretches.length).toBeGreaterThan(0);
  for (const ms of leftOut(stretches)) expect(Math.abs(ms)).toBeLessThan(NEAR_MS);
});

test("a pause survives the server and on-air", async () => {
  await radio.operator.call("PUT", "/api/radio-state", { isPlaying: false });
  const before = { server: pidOf("server"), onAir: pidOf("on-air") };

  process.kill(before.server, "SIGKILL");
  process.kill(before.onAir, "SIGKILL");
  await until("others run", () => {
    const { server, "on-air": onAir } = radio.station.parts();
    return (
      server !== undefined &&
      onAir !== undefined &&
      server !== before.server &&
      onAir !== before.onAir
    );
  });
  await untilWell();

  expect((await radio.operator.call("GET", "/api/radio-state")).body).toMatchObject({
    isPlaying: false,
  });
  expect((await radio.nowPlaying()).isEmergencyLoop).toBe(false);
});
