import { mkdtemp, open, readFile, rm, stat, writeFile, type FileHandle } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { replaceFile } from "./replace-file.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "replace-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** The object from which all open files inherit `sync`. */
async function fileHandles(): Promise<FileHandle> {
  await using file = await open(folder);
  return Object.getPrototypeOf(file);
}

test("a file is put in place first, and then its folder synced", async () => {
  const temporaryPath = path.join(folder, "state.new");
  const finalPath = path.join(folder, "state");
  await writeFile(temporaryPath, "new");
  const handles = await fileHandles();
  const synced: { readonly inode: number; readonly content: string }[] = [];
  using _ = vi.spyOn(handles, "sync").mockImplementation(async function (this: FileHandle) {
    synced.push({
      inode: (await this.stat()).ino,
      content: await readFile(finalPath, "utf8"),
    });
    await this.datasync(); // the real sync, under its other name
  });

  await replaceFile({ temporaryPath, finalPath });

  expect(synced).toEqual([{ inode: (await stat(folder)).ino, content: "new" }]);
});
