// @module-tag ffmpeg
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeTone } from "../audio/test-sound.ts";
import { makeMp3 } from "../djs/test-dj.ts";
import { defaultSettings } from "../protocol/index.ts";
import { CAPTURE_USER_ID, type OnAirStatus } from "../protocol/index.ts";
import type { RunningOnAir } from "../start/start-on-air.ts";
import { startTestOnAir, TestServerSide } from "../start/test-on-air.ts";

/** Neither a device nor kernel support here: the sound comes from a file, the way a device would deliver it. */
const fileProgram = new URL("./test-file-capture.ts", import.meta.url);
const realProgram = new URL("./main.ts", import.meta.url);
let folder = "";
let onAir: RunningOnAir;
let server: TestServerSide;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "capture-"));
  await makeTone({ file: path.join(folder, "track.flac"), hz: 440, seconds: 60 });
});
afterEach(async () => {
  server.close();
  await onAir.close();
  await rm(folder, { recursive: true, force: true });
});

async function start(programUrl: URL, deviceId: string): Promise<void> {
  const findDevices = () => [{ id: deviceId, name: "Line in" }];
  ({ onAir } = await startTestOnAir(folder, { capture: { findDevices, programUrl } }));
  server = new TestServerSide(folder);
  await server.giveTrack(path.join(folder, "track.flac"));
}

/** @returns the first later status that `isWanted` accepts */
async function choose(
  captureDeviceId: string | null,
  isWanted: (status: OnAirStatus) => boolean,
): Promise<OnAirStatus> {
  const since = server.messages.length;
  await server.order("setSettings", { ...defaultSettings, captureDeviceId });
  const message = await server.message(
    (candidate) => candidate.kind === "status" && isWanted(candidate.status),
    since,
  );
  if (message.kind !== "status") throw new Error("no status");
  return message.status;
}

test("[P59] a capture device is on air like a DJ until automation is chosen again", async () => {
  await makeMp3(folder, { hz: 880, seconds: 20 });
  const device = path.join(folder, "880-20-0.mp3");
  await start(fileProgram, device);

  const { now, live, captureDevices } = await choose(device, (status) => {
    return status.now?.kind === "live";
  });
  const over = await choose(null, (status) => {
    return status.now?.kind === "library" && status.live.length === 0;
  });

  expect(now).toMatchObject({ djName: "Capture", artist: "Capture", title: "Live" });
  expect(live).toMatchObject([{ userId: CAPTURE_USER_ID, state: "on-air", address: device }]);
  expect(captureDevices).toEqual([{ id: device, name: "Line in" }]);
  expect(over.engine).toBe("running");
});

test("[P59] a capture device that can't be opened leaves automation on air", async () => {
  await start(realProgram, "hw:7,0");

  await choose("hw:7,0", ({ live }) => live.length === 1);
  const { now } = await server.statusWhen(
    ({ live, source }) => live.length === 0 && source === "programme",
  );

  expect(now?.kind).toBe("library");
});

test("[P59] a device that is not listed is never opened, whatever it is called", async () => {
  await start(fileProgram, path.join(folder, "track.flac"));

  const { live } = await choose("http://127.0.0.1/secret", ({ settings }) => {
    return settings.captureDeviceId !== null;
  });

  expect(live).toEqual([]);
});
