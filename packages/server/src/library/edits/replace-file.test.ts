import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findFileState, replaceFile } from "./replace-file.ts";

let folder: string;
let filePath: string;
let copyPath: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "replace-file-"));
  filePath = path.join(folder, "song.mp3");
  copyPath = path.join(folder, ".neonrelay-copy.mp3");
  await writeFile(filePath, "old");
  await writeFile(copyPath, "new", { mode: 0o600 });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function look() {
  const before = await findFileState(filePath);
  if (before === null) throw new Error("there is no file");
  return before;
}

test("the copy replaces the file and keeps its mode", async () => {
  await chmod(filePath, 0o644);

  const replaced = await replaceFile({ filePath, copyPath, before: await look() });

  const { size, mtimeMs, mode } = await stat(filePath);
  expect(replaced).toEqual({ kind: "replaced", sizeBytes: size, modifiedAtMs: mtimeMs });
  expect([await readFile(filePath, "utf8"), mode & 0o777]).toEqual(["new", 0o644]);
  expect(await readdir(folder)).toEqual(["song.mp3"]);
});

test("a file that changed after the copy was made stays, and the copy is removed", async () => {
  const before = await look();
  await writeFile(filePath, "newer than the copy");

  expect(await replaceFile({ filePath, copyPath, before })).toEqual({
    kind: "refused",
    reason: "The file has changed in the meantime: save the edit again",
  });
  expect(await readFile(filePath, "utf8")).toBe("newer than the copy");
  expect(await readdir(folder)).toEqual(["song.mp3"]);
});

test("a file that is gone is not recreated", async () => {
  const before = await look();
  await rm(filePath);

  expect(await replaceFile({ filePath, copyPath, before })).toMatchObject({ kind: "refused" });
  expect(await readdir(folder)).toEqual([]);
});
