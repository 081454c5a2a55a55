import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chown, mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
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
])("$args exits with $exitCode and creates no data folder", ({ args, exitCode }) => {
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

test("a command whose reader has gone, as with | head, runs to its end", async () => {
  const main = fileURLToPath(new URL("station-main.ts", import.meta.url));
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", main, "help"], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { DATA_DIR: path.join(folder, "data") },
  });
  child.stdout.destroy();

  const [complaint, [status]] = await Promise.all([text(child.stderr), once(child, "exit")]);

  expect([status, complaint]).toEqual([0, ""]);
});

test.runIf(process.getuid?.() === 0)(
  "root's command for another user's stopped station opens nothing and says whose command it is",
  async () => {
    const main = fileURLToPath(new URL("station-main.ts", import.meta.url));
    const database = path.join(folder, "database");
    await mkdir(database);
    await chown(database, 65_534, 65_534);

    const { status, stderr } = spawnSync(
      process.execPath,
      ["--disable-warning=ExperimentalWarning", main, "doctor"],
      { encoding: "utf8", env: { DATA_DIR: folder } },
    );

    expect(status).toBe(1);
    expect(stderr).toContain('runuser -u "$(id -un 65534)"');
    expect(await readdir(database)).toEqual([]);
  },
);
