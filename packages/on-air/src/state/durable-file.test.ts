import path from "node:path";
import { type FileHandle, mkdtemp, open, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { writeFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createLogTo } from "@neonrelay/process/log";
import { replaceFile, WriteTroubles } from "./durable-file.ts";

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

test("a full disk is reported once, and so is its recovery", () => {
  const lines: string[] = [];
  const log = createLogTo((line) => void lines.push(line), { part: "test", level: "info" });
  const troubles = new WriteTroubles({ file: "journal.jsonl", log });
  const writeToFullDisk = (): void => {
    try {
      writeFileSync("/dev/full", "an event");
    } catch (error) {
      troubles.failed(error);
    }
  };

  troubles.worked();
  writeToFullDisk();
  writeToFullDisk();
  troubles.worked();
  troubles.worked();

  expect(lines.map((line) => /"msg":"([^:"]+)/.exec(line)?.[1])).toEqual([
    "the disk is full",
    "writing the file works again",
  ]);
});
