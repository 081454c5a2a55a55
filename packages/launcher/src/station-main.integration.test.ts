import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "neonrelay-station-command-"));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

test.each([
  { args: ["help"], exitCode: 0 },
  { args: ["docter"], exitCode: 2 },
])("$args ends with $exitCode and makes no data folder", ({ args, exitCode }) => {
  const main = fileURLToPath(new URL("station-main.ts", import.meta.url));
  const dataDir = path.join(folder, "data");

  const { status, stdout } = spawnSync(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", main, ...args],
    { encoding: "utf8", env: { DATA_DIR: dataDir, PORT: "eighty" } },
  );

  expect(status).toBe(exitCode);
  expect(stdout).toContain("  doctor ");
  expect(existsSync(dataDir)).toBe(false);
});
