import { expect, test } from "vitest";
import { wordFolderTrouble } from "./backup-folder.ts";

const places = { folder: "/mnt/safe", dataDir: "/srv/radio" };
const failure = (code: string, path?: string) =>
  Object.assign(new Error(`${code}: as the system says it`), { code, path });

test.each([
  [failure("ENOENT", "/mnt/safe"), "there is no folder /mnt/safe: is its disk mounted?"],
  [failure("ENOTDIR", "/mnt/safe/a.part"), "/mnt/safe is not a folder"],
  [failure("EACCES", "/mnt/safe/a.part"), "the station's user may not write to /mnt/safe"],
  [failure("EPERM", "/mnt/safe/a.part"), "the station's user may not write to /mnt/safe"],
  [failure("EROFS", "/mnt/safe/a.part"), "the disk of /mnt/safe can only be read"],
  [
    failure("ENOSPC"),
    "there is no room on the disk of /mnt/safe or on that of /srv/radio: free some space, or keep fewer backups",
  ],
  [failure("ENOENT", "/music/a.mp3"), "ENOENT: as the system says it"],
  [new Error("its file a.mp3 is damaged"), "its file a.mp3 is damaged"],
  ["no error", "no error"],
])("%s is put into words", (error, words) => {
  expect(wordFolderTrouble(error, places)).toBe(words);
});

test("the station's own folder is on the disk of its data", () => {
  const own = { folder: "/srv/radio/backups", dataDir: "/srv/radio" };

  expect(wordFolderTrouble(failure("ENOSPC"), own)).toBe(
    "there is no room on the disk of /srv/radio/backups: free some space, or keep fewer backups",
  );
});
