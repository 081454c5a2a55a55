import { expect, test } from "vitest";
import { decideDeletion, erasedAt, trashFolderOf, type DoomedTrack } from "./deletion-rules.ts";

const track: DoomedTrack = {
  id: "one",
  kind: "file",
  path: "/srv/music/Neon Coast/Rise.mp3",
  title: "Rise",
  sizeBytes: 10,
  isMissing: false,
};
const folders = { dataDir: "/srv/radio", musicDirs: ["/srv/music"] };

test("a file keeps its name in its music folder's trash, in a separate subfolder", () => {
  expect(decideDeletion(track, { files: "trash", ...folders })).toEqual({
    kind: "trash",
    trashPath: "/srv/music/.neonrelay-trash/one/Rise.mp3",
  });
});

test.each([
  ["/srv/radio/music/Rise.mp3", "/srv/radio/trash"],
  ["/srv/music/deep/Rise.mp3", "/srv/music/deep/.neonrelay-trash"],
  ["/srv/music-too/Rise.mp3", "/srv/radio/trash"],
  ["/srv/music/..odd/Rise.mp3", "/srv/music/.neonrelay-trash"],
])("the trash of %s is %s", (filePath, folder) => {
  const musicDirs = ["/srv/music", "/srv/music/deep"];

  expect(trashFolderOf(filePath, { dataDir: "/srv/radio", musicDirs })).toBe(folder);
});

test.each([
  ["keep", {}, "keep"],
  ["erase", {}, "erase"],
  ["keep", { isMissing: true }, "keep"],
  ["trash", { isMissing: true }, "forget"],
  ["erase", { isMissing: true }, "forget"],
  ["keep", { kind: "stream" }, "forget"],
  ["trash", { kind: "stream" }, "forget"],
  ["erase", { kind: "source" }, "keep"],
] as const)("with '%s' %j is to %s", (files, change, kind) => {
  expect(decideDeletion({ ...track, ...change }, { files, ...folders }).kind).toBe(kind);
});

test("only files in the trash are erased automatically, and none with a limit of 0 days", () => {
  const deletedAt = new Date("2026-03-01T00:00:00Z");

  expect(erasedAt({ state: "trashed", deletedAt }, 30)).toEqual(new Date("2026-03-31T00:00:00Z"));
  expect(erasedAt({ state: "kept", deletedAt }, 30)).toBeNull();
  expect(erasedAt({ state: "trashed", deletedAt }, 0)).toBeNull();
});
