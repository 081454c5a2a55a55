import { execFileSync } from "node:child_process";
import { chmod, chown, mkdtemp, readdir, rm, stat, symlink, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  checkFolderAnswers,
  prepareDataFolder,
  prepareSocketFolder,
  readStationEnvironment,
  refuseRoot,
  socketFolderOf,
} from "./data-folder.ts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "neonrelay-data-"));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

test("the data folder is made private", async () => {
  const dataDir = path.join(folder, "deep", "data");

  prepareDataFolder(dataDir);

  expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
});

test("root does not start another user's station", async () => {
  expect(() => refuseRoot(path.join(folder, "not-there"), 0)).not.toThrow();
  expect(() => refuseRoot(folder, 0)).not.toThrow();
  const lock = path.join(folder, "node-north.lock");
  await writeFile(lock, "");
  if (process.getuid?.() === 0) await chown(lock, 65_534, 65_534);

  expect(() => refuseRoot(folder, 0)).toThrow("belongs to another user's station");
  expect(() => refuseRoot(folder, 1000)).not.toThrow();
});

test("sockets are in the data folder, or in a private one if the path would be too long", () => {
  expect(socketFolderOf("/srv/radio/data")).toBe("/srv/radio/data/run");

  const long = socketFolderOf(`/srv/${"deep/".repeat(30)}data`);

  expect(long).toMatch(new RegExp(`^${os.tmpdir()}/neonrelay-\\d+-[0-9a-f]{16}$`));
  expect(long).not.toBe(socketFolderOf(`/srv/${"deep/".repeat(30)}other`));
});

test("a leftover socket is removed; a folder that is a link is refused", async () => {
  const run = path.join(folder, "run");
  prepareSocketFolder(run);
  for (const name of ["on-air.sock", "upgrade.sock", "control.sock"])
    await writeFile(path.join(run, name), "");

  prepareSocketFolder(run);

  // Another server may be listening there; a server replaces it itself.
  expect(await readdir(run)).toEqual(["control.sock"]);
  await symlink(run, path.join(folder, "link"));
  expect(() => prepareSocketFolder(path.join(folder, "link"))).toThrow("belongs to another user");
});

test("station.env is read if it exists", async () => {
  expect(readStationEnvironment(folder)).toEqual({});

  await writeFile(
    path.join(folder, "station.env"),
    "PORT=5001\n# a remark\nMUSIC_DIRS='/srv/my music'\n",
  );

  expect(readStationEnvironment(folder)).toEqual({ PORT: "5001", MUSIC_DIRS: "/srv/my music" });
});

test("a station.env that isn't text is refused with the line and the reason", async () => {
  const file = path.join(folder, "station.env");
  await writeFile(file, Buffer.from("PORT=5001\nIRC_NICK=\xe9\n", "latin1"));

  expect(() => readStationEnvironment(folder)).toThrow(
    `${file} must have lines of NAME=value in UTF-8: line 2 is not UTF-8 text. Correct or remove the file.`,
  );
});

test("a station.env that never ends is not opened", () => {
  execFileSync("mkfifo", [path.join(folder, "station.env")]);

  expect(() => readStationEnvironment(folder)).toThrow("is not a plain file of at most 64 KiB");
});

test("an impossible data folder is refused with the reason", async () => {
  const file = path.join(folder, "a-file");
  await writeFile(file, "", { mode: 0o755 });

  expect(() => prepareDataFolder("/proc/neonrelay/data")).toThrow(
    "The data folder /proc/neonrelay/data can't be written (ENOENT, no folder can be created there): give this user write access, or set DATA_DIR to another folder.",
  );
  expect(() => prepareDataFolder(file)).toThrow("(ENOTDIR, a file is in its place)");
  expect(() => prepareDataFolder(path.join(file, "data"))).toThrow(
    "(ENOTDIR, a file is in its place)",
  );
});

test("a data folder that doesn't respond is refused after a timeout", async () => {
  // Prints nothing and never ends, like `ls` on an unreachable network share.
  const program = path.join(folder, "list");
  await writeFile(program, "#!/bin/sh\nexec sleep 60\n");
  await chmod(program, 0o755);

  expect(() => checkFolderAnswers("/srv/share", { limitMs: 300, program })).toThrow(
    "The data folder /srv/share did not respond within 0.3 s",
  );
  expect(() => checkFolderAnswers(folder)).not.toThrow();
  expect(() => checkFolderAnswers(path.join(folder, "not-there"))).not.toThrow();
});
