import { link, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { placeFile } from "./place-file.ts";

// Few machines can mount a file system without hard links for a test: here one call answers as Linux does on exFAT.
vi.mock(import("node:fs/promises"), async (original) => ({ ...(await original()), link: vi.fn() }));

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "neonrelay-place-"));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

async function place(content: string): Promise<string> {
  const from = path.join(folder, `received ${content}`);
  await writeFile(from, content);
  return await placeFile({
    from,
    folder: path.join(folder, "music"),
    name: "a",
    extension: ".mp3",
  });
}

test.each(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"])(
  "where there are no hard links (%s), files are moved and none replaces another",
  async (code) => {
    vi.mocked(link).mockRejectedValue(Object.assign(new Error("no links"), { code }));

    const paths = await Promise.all([place("one"), place("two"), place("three")]);

    const names = paths.map((placed) => path.basename(placed));
    expect(names.toSorted()).toEqual(["a (2).mp3", "a (3).mp3", "a.mp3"]);
    const contents = await Promise.all(paths.map(async (placed) => await readFile(placed, "utf8")));
    expect(contents).toEqual(["one", "two", "three"]);
    expect(await readdir(folder)).toEqual(["music"]);
  },
);

test("a file that can't be moved leaves no empty one in its place", async () => {
  vi.mocked(link).mockRejectedValue(Object.assign(new Error("no links"), { code: "EPERM" }));

  const wanted = { from: path.join(folder, "gone"), folder, name: "a", extension: ".mp3" };
  await expect(placeFile(wanted)).rejects.toMatchObject({ code: "ENOENT" });

  expect(await readdir(folder)).toEqual([]);
});
