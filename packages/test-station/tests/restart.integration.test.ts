import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { TestStation, until } from "../src/test-station.ts";
import { makeTone } from "../src/tones.ts";

test("a station remembers its library and what was on air over a restart", async () => {
  const music = await mkdtemp(path.join(os.tmpdir(), "neonrelay-music-"));
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "neonrelay-station-"));
  await makeTone({
    file: path.join(music, "only.flac"),
    frequencyHz: 500,
    seconds: 20,
    title: "Only Tone",
  });
  const start = () =>
    TestStation.start({
      dataDir,
      musicDirs: [music],
      clockSpeed: 4,
    });
  try {
    {
      await using station = await start();
      await until("the track has been played", async () => {
        const { body } = await station.visitor().call("GET", "/api/history");
        return JSON.stringify(body).includes("Only Tone");
      });
      const health = await station.visitor().call("GET", "/api/health");
      expect(health.body).toMatchObject({ ok: true, database: { ok: true } });
    }
    await using again = await start();

    const { body } = await again.visitor().call("GET", "/api/tracks");

    expect(body).toMatchObject([{ title: "Only Tone" }]);
  } finally {
    await rm(music, { recursive: true, force: true });
    await rm(dataDir, { recursive: true, force: true });
  }
});
