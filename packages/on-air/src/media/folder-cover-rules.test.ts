import { expect, test } from "vitest";
import { folderPicture } from "./folder-cover-rules.ts";

test.each([
  [["01.mp3", "back.jpg", "Folder.PNG", "Cover.JPG"], "Cover.JPG"],
  [["front.webp", "back.webp"], "front.webp"],
  [["scan-17.jpeg", "notes.txt"], "scan-17.jpeg"],
  [["scan-17.jpeg", "scan-18.jpeg"], null],
  [[".cover.jpg"], null],
  [[], null],
])("of %j the cover is %s", (names, cover) => {
  expect(folderPicture(names)).toBe(cover);
});
