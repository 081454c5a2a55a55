import { expect, test } from "vitest";
import {
  addToContents,
  findArchiveObstacle,
  noContents,
  placeInside,
  useOf,
} from "./archive-rules.ts";

test("a file of an archive is extracted below its folder, or not at all", () => {
  expect(placeInside("./var//music/one.mp3")).toBe("var/music/one.mp3");
  for (const name of [
    "/etc/one.mp3",
    "../one.mp3",
    "a/../../one.mp3",
    "C:one.mp3",
    "a\\b",
    "a\0b",
    ".",
  ])
    expect(placeInside(name)).toBeNull();
});

test("music is kept, descriptions of it are read, and the rest is skipped", () => {
  const uses = ["a/One.MP3", "db.sql", "db.sql.gz", "a/list.m3u8", "etc/icecast.xml"].map(useOf);

  expect(uses).toEqual(["music", "told", "told", "told", "told"]);
  for (const name of ["art.jpg", "__MACOSX/a/one.mp3", "a/._one.mp3", "mp3"])
    expect(useOf(name)).toBe("none");
});

test("an archive too large for the disk, or with far too many files, is refused with both numbers", () => {
  const large = { ...noContents(), files: 1, wholeBytes: 5 * 1024 ** 3 };
  const many = { ...noContents(), files: 1_000_001 };
  const limits = { archiveBytes: 5e9, freeBytes: 5.5 * 1024 ** 3 };

  expect(findArchiveObstacle(large, limits)).toContain(
    "needs 5120 MiB and 1024 to spare, and 5632 MiB are free",
  );
  expect(findArchiveObstacle(many, limits)).toContain("1000001 files; at most 1000000");
});

test("of the files in an archive only the music is remembered", () => {
  const contents = noContents();
  for (const name of ["a/one.mp3", "a/1.jpg", "dump.sql", "../two.mp3", "/three"])
    addToContents(contents, { name, sizeBytes: 7 });

  expect(contents).toEqual({
    files: 5,
    wholeBytes: 35,
    outside: "../two.mp3",
    hasToc: false,
    music: [{ name: "a/one.mp3", sizeBytes: 7 }],
  });
});
