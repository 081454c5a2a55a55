import { expect, test } from "vitest";
import { FileList } from "./file-list.ts";

test("a list returns the files it was given, by index and from smallest to largest", () => {
  const files = Array.from({ length: 3000 }, (_, index) => ({
    path: `/music/${Math.floor(index / 10)}/${index}.mp3`,
    sizeBytes: 5_000_000_000 - (index % 7),
    modifiedAtMs: index + 0.25,
  }));
  const list = new FileList();
  for (const file of files) list.push(file);

  expect(list).toHaveLength(files.length);
  expect(files.map((_, place) => list.at(place))).toEqual(files);
  const sizes = Array.from(list.bySize(), (place) => list.at(place).sizeBytes);
  expect(sizes).toEqual(sizes.toSorted((one, other) => one - other));
  expect(() => list.at(files.length)).toThrow("no file 3000");
});
