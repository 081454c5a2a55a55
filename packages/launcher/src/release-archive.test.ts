import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { create } from "tar";
import { checkArchive, unpackRelease } from "./release-archive.ts";

let folder: string;
let archive: string;
let place: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "neonrelay-archive-"));
  archive = path.join(folder, "neonrelay-0.2.0.tar.gz");
  place = path.join(folder, "releases/neonrelay-0.2.0");
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

test("an archive is accepted only with its checksum beside it", async () => {
  await expect(checkArchive(archive)).rejects.toThrow("There is no file");
  await writeFile(archive, "content");
  await expect(checkArchive(archive)).rejects.toThrow("There is no checksum for neonrelay-0.2.0");

  await recordSum("other content");
  await expect(checkArchive(archive)).rejects.toThrow("is damaged");

  await recordSum("content");
  await checkArchive(archive);
});

test("a version is unpacked over what an earlier attempt left", async () => {
  await pack({ "package.json": "new", "node_modules/.bin/node": "" });
  await mkdir(place, { recursive: true });
  await writeFile(path.join(place, "left-over"), "");

  await unpack();

  expect(readFileSync(path.join(place, "package.json"), "utf8")).toBe("new");
  expect(existsSync(path.join(place, "left-over"))).toBe(false);
});

test("a failed unpack leaves nothing behind, and says why", async () => {
  await writeFile(archive, "no archive");
  await expect(unpack()).rejects.toThrow("is it a .tar.gz?");

  await pack({ "package.json": "new" }, { leadsOut: true });
  await expect(unpack()).rejects.toThrow("it has a link that leads outside");

  await pack({ "package.json": "new", "node_modules/.bin/node": "" });
  await expect(unpack({ spareBytes: 2 ** 60 })).rejects.toThrow("There is not enough room");

  await pack({ "package.json": "new" });
  await expect(unpack()).rejects.toThrow("neither its dependencies nor sources");
  expect([existsSync(place), existsSync(`${place}.new`)]).toEqual([false, false]);
});

async function unpack({ spareBytes } = { spareBytes: 0 }): Promise<void> {
  await unpackRelease({ archive, place, spareBytes, print: () => {} });
}

async function recordSum(content: string): Promise<void> {
  const sum = createHash("sha256").update(content).digest("hex");
  await writeFile(path.join(folder, "SHA256SUMS"), `${sum}  ${path.basename(archive)}\n`);
}

async function pack(
  files: Readonly<Record<string, string>>,
  { leadsOut } = { leadsOut: false },
): Promise<void> {
  const cwd = await mkdtemp(path.join(folder, "packed-"));
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(cwd, "neonrelay-0.2.0", name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content);
  }
  if (leadsOut) await symlink("../../etc", path.join(cwd, "neonrelay-0.2.0/outside"));
  await create({ file: archive, cwd, gzip: true }, ["neonrelay-0.2.0"]);
}
