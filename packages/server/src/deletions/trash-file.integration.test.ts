import { spawn } from "node:child_process";
import { once } from "node:events";
import { watch } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { moveToTrash, restoreFile } from "./trash-file.ts";

const script = fileURLToPath(new URL("./test-trash-process.ts", import.meta.url));
const SIZE_BYTES = 4 * 1024 * 1024;
const KILLS = 10;
const content = Buffer.alloc(SIZE_BYTES, 7);

let folder: string;
let otherDisk: string;
let filePath: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "trash-"));
  otherDisk = await mkdtemp("/dev/shm/trash-");
  filePath = path.join(folder, "music", "Rise.mp3");
  await mkdir(path.dirname(filePath));
  await writeFile(filePath, content);
});
afterEach(async () => {
  for (const made of [folder, otherDisk]) await rm(made, { recursive: true, force: true });
});

const inFolder = (): string => path.join(folder, "trash", "one", "Rise.mp3");
const onOtherDisk = (): string => path.join(otherDisk, "trash", "one", "Rise.mp3");

test.each([
  ["on the same disk", inFolder],
  ["on another disk", onOtherDisk],
])("a file goes into a trash %s and returns unchanged", async (_where, placeOf) => {
  const trashPath = placeOf();
  const before = await stat(filePath);

  expect(await moveToTrash({ from: filePath, to: trashPath })).toEqual({ kind: "done" });
  expect(await readdir(path.dirname(filePath))).toEqual([]);
  expect((await readFile(trashPath)).equals(content)).toBe(true);
  expect(Math.round((await stat(trashPath)).mtimeMs)).toBe(Math.round(before.mtimeMs));
  expect(await moveToTrash({ from: filePath, to: trashPath })).toEqual({ kind: "done" });

  expect(await restoreFile({ trashPath, filePath })).toMatchObject({ path: filePath });
  expect((await readFile(filePath)).equals(content)).toBe(true);
  expect(await readdir(path.dirname(path.dirname(trashPath)))).toEqual([]);
});

test("a file restored to a taken place gets another name, and a file found nowhere is gone", async () => {
  const trashPath = inFolder();
  await moveToTrash({ from: filePath, to: trashPath });
  await writeFile(filePath, "another one");

  const back = await restoreFile({ trashPath, filePath });

  expect(back).toMatchObject({ path: path.join(folder, "music", "Rise (2).mp3") });
  expect(await readFile(filePath, "utf8")).toBe("another one");
  expect(await restoreFile({ trashPath, filePath })).toEqual({ kind: "gone" });
  expect(await moveToTrash({ from: `${filePath}.none`, to: trashPath })).toEqual({ kind: "gone" });
});

test.each([
  ["on the same disk", inFolder],
  ["on another disk", onOtherDisk],
])("SIGKILL at any step leaves the whole file, with the trash %s", async (_where, placeOf) => {
  const trashPath = placeOf();
  const outcomes: string[] = [];

  for (let kill = 0; kill < KILLS; kill += 1) {
    await mkdir(path.dirname(trashPath), { recursive: true });
    const child = spawn(process.execPath, [script, filePath, trashPath], { stdio: "inherit" });
    let changes = 0;
    const watchers = [path.dirname(filePath), path.dirname(trashPath)].map((watched) =>
      watch(watched, () => {
        changes += 1;
        if (changes > kill) child.kill("SIGKILL");
      }),
    );
    await once(child, "close");
    for (const watcher of watchers) watcher.close();
    const places = [filePath, trashPath];
    const found = await Promise.all(places.map((place) => readFile(place).catch(() => null))); // missing
    const isWhole = found.some((read) => read !== null);
    outcomes.push(
      isWhole && found.every((read) => read?.equals(content) ?? true) ? "whole" : "lost",
    );
    // The next start finishes it either way.
    await moveToTrash({ from: filePath, to: trashPath });
    await restoreFile({ trashPath, filePath });
    expect((await readFile(filePath)).equals(content)).toBe(true);
  }

  expect(outcomes).toEqual(Array(KILLS).fill("whole"));
});
