import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findNamedCover } from "./folder-cover.ts";

let folder = "";
let artwork = "";
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "album-"));
  artwork = await mkdtemp(path.join(tmpdir(), "artwork-"));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
  await rm(artwork, { recursive: true });
});

const coverOf = async (name: string) => await findNamedCover(path.join(folder, name), artwork);

test("the cover beside a file is stored, and one added later is found", async () => {
  const picture = sharp({ create: { width: 9, height: 9, channels: 3, background: "teal" } });

  const before = await coverOf("01.mp3");
  await writeFile(path.join(folder, "Cover.jpg"), await picture.jpeg().toBuffer());
  const after = await coverOf("01.mp3");

  expect(before).toBeNull();
  expect(await readdir(artwork)).toContain(`${after}-96.webp`);
  expect(await coverOf("02.mp3")).toBe(after);
});

test("a damaged picture, or a missing folder, is no cover", async () => {
  await writeFile(path.join(folder, "cover.jpg"), "no picture");

  expect(await coverOf("01.mp3")).toBeNull();
  expect(await findNamedCover(path.join(folder, "gone", "01.mp3"), artwork)).toBeNull();
});
