import { anyCharacter } from "@neonrelay/irc/test-any-character";
import * as fc from "fast-check";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { extensionFor, placeFile, safeFileName } from "./place-file.ts";

/** Few machines can mount a file system without hard links for a test: this fails as Linux does on exFAT. */
function noLinks(code: string): () => Promise<never> {
  return () => Promise.reject(Object.assign(new Error("no links"), { code }));
}

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "neonrelay-place-"));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

async function place(content: string, code: string): Promise<string> {
  const from = path.join(folder, `received ${content}`);
  await writeFile(from, content);
  return await placeFile({
    from,
    folder: path.join(folder, "music"),
    name: "a",
    extension: ".mp3",
    linkFile: noLinks(code),
  });
}

test.each(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"])(
  "without hard links (%s) files are moved, and never replace another",
  async (code) => {
    const paths = await Promise.all([place("one", code), place("two", code), place("three", code)]);

    const names = paths.map((placed) => path.basename(placed));
    expect(names.toSorted()).toEqual(["a (2).mp3", "a (3).mp3", "a.mp3"]);
    const contents = await Promise.all(paths.map(async (placed) => await readFile(placed, "utf8")));
    expect(contents).toEqual(["one", "two", "three"]);
    expect(await readdir(folder)).toEqual(["music"]);
  },
);

test("a file that can't be moved leaves no empty file in its place", async () => {
  const wanted = { from: path.join(folder, "gone"), folder, name: "a", extension: ".mp3" };
  await expect(placeFile({ ...wanted, linkFile: noLinks("EPERM") })).rejects.toMatchObject({
    code: "ENOENT",
  });

  expect(await readdir(folder)).toEqual([]);
});

test.each([
  [["Neon Coast", "Night Drive"], "Neon Coast - Night Drive"],
  [["AC/DC", "What? No!"], "AC DC - What No!"],
  [["..", "../../etc/passwd"], "etc passwd"],
  [["", "...hidden"], "hidden"],
  [["a\u0000b\u202Ec", "d\ne"], "a b c - d e"],
  [["..", "/"], "track"],
])("the tags %j make the file name %j", (parts, name) => {
  expect(safeFileName(parts)).toBe(name);
});

test("whatever the tags say, the name is a single, not too long file name", () => {
  const tag = fc.string({ unit: anyCharacter, maxLength: 400 });
  fc.assert(
    fc.property(fc.array(tag, { maxLength: 3 }), (parts) => {
      const name = safeFileName(parts);

      expect(path.resolve("/music", `${name}.mp3`)).toBe(`/music/${name}.mp3`);
      expect(name).not.toMatch(/^\.|[\p{Cc}]/u);
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(180);
      expect(name).not.toBe("");
    }),
  );
});

test.each([
  ["flac", ".FLAC", ".flac"],
  ["flac", ".exe", ".flac"],
  ["pcm_s16le", "", ".wav"],
  ["wmav2", "", ".mka"],
])("a file of %s that came as %j gets the extension %s", (codec, cameWith, extension) => {
  expect(extensionFor({ codec, cameWith })).toBe(extension);
});
