import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ConfigError } from "./config.ts";
import { readLaunch } from "./launch.ts";

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), "neonrelay-launch-"));
});
afterEach(async () => {
  await rm(dataDir, { recursive: true, force: true });
});

const launch = (environment: Record<string, string> = {}) =>
  readLaunch({ environment: { DATA_DIR: dataDir, ...environment }, workingFolder: "/srv/radio" });

test("the environment overrides station.env", async () => {
  await writeFile(path.join(dataDir, "station.env"), "PORT=5001\nSTREAM_PORT=8001\n");

  const { config, warnings } = launch({ STREAM_PORT: "8002" });

  expect([config.port, config.streamPort]).toEqual([5001, 8002]);
  expect(warnings).toEqual([]);
});

test("an empty environment variable doesn't override station.env", async () => {
  await writeFile(
    path.join(dataDir, "station.env"),
    "PORT=5001\nPUBLIC_URL=https://radio.example\n",
  );

  const { config } = launch({ PORT: "", PUBLIC_URL: "", DATABASE_URL: "" });

  expect([config.port, config.publicUrl]).toEqual([5001, "https://radio.example"]);
});

test("variables without effect cause a warning", async () => {
  await writeFile(path.join(dataDir, "station.env"), "COLOUR=red\n");

  expect(launch({ LOGLEVEL: "warn", PATH: "/usr/bin" }).warnings).toEqual([
    "station.env sets COLOUR, which is not a variable of Neon Relay.",
    "LOGLEVEL is not a variable of Neon Relay. Did you mean LOG_LEVEL?",
  ]);
});

test("DATA_DIR in station.env is refused", async () => {
  await writeFile(path.join(dataDir, "station.env"), "DATA_DIR=/srv/elsewhere\n");

  expect(launch).toThrow(ConfigError);
  expect(launch).toThrow(`DATA_DIR can't be set in ${dataDir}/station.env`);
});
