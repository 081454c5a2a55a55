import { expect, test } from "vitest";
import { folderPicture } from "./folder-cover-rules.ts";

test.each([
  [["01.mp3", "back.jpg", "Folder.PNG", "Cover.JPG"], "Cover.JPG"],
  [["front.webp", "back.webp"], "front.webp"],
  [["scan-17.jpeg", "notes.txt"], "scan-17.jpeg"],
  [["scan-17.jpeg", "scan-18.jpeg"], null],
  [[".cover.jpg"], null],
  [[], null],
])("the cover among %j is %s", (names, cover) => {
  expect(folderPicture(names, { isAnyName: true })).toBe(cover);
});

test("a picture is used automatically only if its name says it is the cover", () => {
  const coverOf = (names: readonly string[]) => folderPicture(names, { isAnyName: false });

  expect(coverOf(["01.mp3", "FRONT.png", "back.jpg"])).toBe("FRONT.png");
  expect(coverOf(["01.mp3", "scan-17.jpeg"])).toBeNull();
});
