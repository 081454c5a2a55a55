import { expect, test } from "vitest";
import { archiveNameOf, isMusicName, musicFolderOf, trackIdOf } from "./archive-names.ts";

const id = "0b0e1c5c-7d3c-4d0e-9a52-3b1f4f6f2a10";

test("a long name keeps its kind and is cut between letters", () => {
  const name = archiveNameOf(`${"é".repeat(80)}.FLAC`) ?? "";

  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(100);
  expect(name).toMatch(/^é+\.FLAC$/);
  expect(archiveNameOf("First Tide.mp3")).toBe("First Tide.mp3");
});

test("what is no music is left out of an archive, and is not taken from one", () => {
  for (const name of ["passwd", "keys.pem", ".hidden.mp3", "../up.mp3", "a\\b.mp3", "a\0.mp3", ""])
    expect([name, isMusicName(name)]).toEqual([name, false]);
  expect(archiveNameOf("station.env")).toBeNull();
});

test("the folder in an archive names the track, and no other folder does", () => {
  expect(trackIdOf(musicFolderOf(id))).toBe(id);
  for (const folder of ["", "music", `music/${id}/..`, `../${id}`, "music/../../etc", `x/${id}`])
    expect(trackIdOf(folder)).toBeNull();
});
