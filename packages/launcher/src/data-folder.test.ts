import { mkdtemp, rm, stat, symlink, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  prepareDataFolder,
  prepareSocketFolder,
  readStationEnvironment,
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

test("sockets lie in the data folder, or in a private one when the path would be too long for a socket", () => {
  expect(socketFolderOf("/srv/radio/data")).toBe("/srv/radio/data/run");

  const long = socketFolderOf(`/srv/${"deep/".repeat(30)}data`);

  expect(long).toMatch(new RegExp(`^${os.tmpdir()}/neonrelay-\\d+-[0-9a-f]{16}$`));
  expect(long).not.toBe(socketFolderOf(`/srv/${"deep/".repeat(30)}other`));
});

test("a socket an earlier run left is removed; a folder that is a link is refused", async () => {
  const run = path.join(folder, "run");
  prepareSocketFolder(run);
  await writeFile(path.join(run, "control.sock"), "");

  prepareSocketFolder(run);

  await expect(stat(path.join(run, "control.sock"))).rejects.toThrow("ENOENT");
  await symlink(run, path.join(folder, "link"));
  expect(() => prepareSocketFolder(path.join(folder, "link"))).toThrow("belongs to somebody else");
});

test("station.env is read when it is there", async () => {
  expect(readStationEnvironment(folder)).toEqual({});

  await writeFile(
    path.join(folder, "station.env"),
    "PORT=5001\n# a remark\nMUSIC_DIRS='/srv/my music'\n",
  );

  expect(readStationEnvironment(folder)).toEqual({ PORT: "5001", MUSIC_DIRS: "/srv/my music" });
});
