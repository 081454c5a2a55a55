// @module-tag ffmpeg
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import * as z from "zod";
import { radioStateSchema } from "@neonrelay/contract";
import { loudnessDb } from "../src/loudness.ts";
import { scanLimit, TestStation, until } from "../src/test-station.ts";
import { makeTone } from "../src/tones.ts";

/** A scan, which has the lowest priority, is part of it. */
const TEST_LIMIT_MS = 400_000;

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "neonrelay-auto-play-"));
  const file = path.join(folder, "tone.flac");
  await makeTone({ file, frequencyHz: 700, seconds: 120, title: "tone" });
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

test(
  "without auto-play parts that crash play on, and a station that starts is silent until Play",
  async () => {
    const options = { dataDir: path.join(folder, "data"), musicDirs: [folder], clockSpeed: 4 };
    await using first = await TestStation.start(options);
    const operator = await first.operator();
    await operator.call("PUT", "/api/station-settings", { autoPlay: false });
    await untilPlaysAloud(first, scanLimit);

    const before = first.parts();
    process.kill(before.server ?? Number.NaN, "SIGKILL");
    process.kill(before["on-air"] ?? Number.NaN, "SIGKILL");
    await until("both parts are back", async () => {
      const parts = first.parts();
      const isNew = parts.server !== before.server && parts["on-air"] !== before["on-air"];
      return isNew && (await isPlaying(first).catch(() => undefined)) !== undefined;
    });
    expect(await isPlaying(first)).toBe(true);
    await untilPlaysAloud(first);
    await until("the log says which parts ended", async () => {
      const { body } = await operator.call("GET", "/api/system-logs?category=launcher&level=error");
      const rows = z.array(launcherRowSchema).parse(body);
      const ended = rows.map(({ message, details }) => `${message}: ${details.ended}`);
      return ["server", "on-air"].every((part) =>
        ended.includes(`part ended; restarting it: ${part}`),
      );
    });
    await first.stop();

    await using again = await TestStation.start(options);
    expect(await isPlaying(again)).toBe(false);
    expect(await loudnessDb(again, { seconds: 6 })).toBeLessThan(-80);
    await (await again.operator()).call("PUT", "/api/radio-state", { isPlaying: true });
    await untilPlaysAloud(again);
  },
  TEST_LIMIT_MS,
);

const launcherRowSchema = z.object({
  message: z.string(),
  details: z.object({ ended: z.string() }),
});

async function isPlaying(station: TestStation): Promise<boolean> {
  const { body } = await station.visitor().call("GET", "/api/radio-state");
  return radioStateSchema.parse(body).isPlaying;
}

async function untilPlaysAloud(
  station: TestStation,
  limit?: Parameters<typeof until>[2],
): Promise<void> {
  const playsAloud = async () => {
    const { body } = await station
      .visitor()
      .call("GET", "/api/now-playing")
      .catch(() => ({ body: null }));
    const parsed = z.object({ now: z.object({ title: z.literal("tone") }) }).safeParse(body);
    return parsed.success && (await loudnessDb(station, { seconds: 4 })) > -20;
  };
  await until("the tone is on air", playsAloud, limit);
}
