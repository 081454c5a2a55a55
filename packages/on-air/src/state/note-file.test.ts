import { mkdtemp, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import * as z from "zod";
import { createWatchedLog } from "@neonrelay/process/log";
import { NoteFile } from "./note-file.ts";

const schema = z.object({ text: z.string() });
let folder = "";
let file = "";
let lines: string[] = [];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "note-file-"));
  file = path.join(folder, "note");
  lines = [];
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

function open(): NoteFile<z.infer<typeof schema>> {
  const takeLine = (line: string): void => void lines.push(line);
  return new NoteFile({
    path: file,
    log: createWatchedLog(takeLine, { part: "test", level: "silent" }),
  });
}

async function kept(text: string): Promise<void> {
  const note = open();
  note.save({ text });
  await note.flush();
}

test("a note reads as last saved, even when it is shorter than the previous one", async () => {
  const note = open();
  for (const text of ["a long one with ü", "b", "c"]) note.save({ text });
  await note.flush();
  await kept("a much longer one");
  await kept("d");

  expect(open().load(schema)).toEqual({ text: "d" });
  expect(lines).toEqual([]);
});

test("without a file there is no note, and nothing is logged", () => {
  expect(open().load(schema)).toBeNull();
  expect(lines).toEqual([]);
});

test.for([
  ["empty", async () => await truncate(file)],
  ["torn", async () => await truncate(file, 12)],
  ["of zeros", async () => await writeFile(file, "\0".repeat(4096))],
  [
    "half old, half new",
    async () => await writeFile(file, (await readFile(file, "utf8")).replace("played", "paused")),
  ],
] as const)("a note that is %s is ignored, with a log entry", async ([, spoil]) => {
  await kept("what is played");
  await spoil();

  expect(open().load(schema)).toBeNull();
  expect(lines.map((line) => z.object({ msg: z.string() }).parse(JSON.parse(line)).msg)).toEqual([
    "ignoring a damaged note, as left by a power cut",
  ]);
});

test("an unwritable folder is reported once, and costs nothing else", async () => {
  const note = new NoteFile({
    path: path.join(folder, "missing", "note"),
    log: createWatchedLog((line) => void lines.push(line), { part: "test", level: "silent" }),
  });
  for (let times = 0; times < 3; times += 1) {
    note.save({ text: "a" });
    await note.flush();
  }

  expect(lines).toHaveLength(1);
});
