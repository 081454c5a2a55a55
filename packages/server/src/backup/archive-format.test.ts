import { expect, test } from "vitest";
import {
  archiveNameOf,
  checksumBytesOf,
  isMusicName,
  musicFolderOf,
  parseChecksums,
  trackIdOf,
  wordChecksums,
} from "./archive-format.ts";

const id = "0b0e1c5c-7d3c-4d0e-9a52-3b1f4f6f2a10";

test("a long name keeps its extension and is cut between characters", () => {
  const name = archiveNameOf(`${"é".repeat(80)}.FLAC`) ?? "";

  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(100);
  expect(name).toMatch(/^é+\.FLAC$/);
  expect(archiveNameOf("First Tide.mp3")).toBe("First Tide.mp3");
});

test("only music goes into an archive, and only music is taken from one", () => {
  for (const name of ["passwd", "keys.pem", ".hidden.mp3", "../up.mp3", "a\\b.mp3", "a\0.mp3", ""])
    expect([name, isMusicName(name)]).toEqual([name, false]);
  expect(archiveNameOf("station.env")).toBeNull();
});

test("a track's folder in an archive has its id, and other folders belong to no track", () => {
  expect(trackIdOf(musicFolderOf(id))).toBe(id);
  for (const folder of ["", "music", `music/${id}/..`, `../${id}`, "music/../../etc", `x/${id}`])
    expect(trackIdOf(folder)).toBeNull();
});

test("a list of checksums reads back, even with line breaks in names, and its length is known in advance", () => {
  const sums = new Map([
    ["station.backup.gz", "a".repeat(64)],
    ["music/1/Ångström  two.mp3", "b".repeat(64)],
    ["music/2/two\nlines\r.mp3", "c".repeat(64)],
  ]);

  const text = wordChecksums(sums);

  expect(parseChecksums(text)).toEqual(sums);
  expect(Buffer.byteLength(text)).toBe(checksumBytesOf([...sums.keys()]));
  expect(text.split("\n")).toHaveLength(sums.size + 1);
});

test.each(["no list", `${"a".repeat(64)}  cut off`, `${"a".repeat(63)}  short\n`])(
  "%j is no list of checksums",
  (text) => {
    expect(parseChecksums(text)).toBeNull();
  },
);
