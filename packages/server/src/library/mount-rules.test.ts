import { expect, test } from "vitest";
import { findUnmounted, isUnwatched, isWithin, mountsOf, readMounts } from "./mount-rules.ts";

const mounts = readMounts(`22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
40 22 0:45 / /srv/music/nas rw master:9 shared:2 - nfs4 nas:/music rw
41 22 0:46 / /srv/my\\040music rw - fuse.sshfs me@there: rw
42 22 8:2 / /srv/music rw - ext4 /dev/sdb1 rw
43 22 0:5 / /proc rw - proc proc rw
`);

test("mounts are parsed with their place and file system", () => {
  expect(mounts).toEqual([
    { place: "/", fileSystem: "ext4" },
    { place: "/srv/music/nas", fileSystem: "nfs4" },
    { place: "/srv/my music", fileSystem: "fuse.sshfs" },
    { place: "/srv/music", fileSystem: "ext4" },
    { place: "/proc", fileSystem: "proc" },
  ]);
});

test("the mounts that hold music are found, and those within its folders", () => {
  expect(mountsOf(["/srv/music/rock"], mounts)).toEqual(["/srv/music"]);
  expect(mountsOf(["/srv/music"], mounts)).toEqual(["/srv/music/nas", "/srv/music"]);
  expect(mountsOf(["/home/music"], mounts)).toEqual([]);
});

test("a mount that disappeared is reported, one still there is not", () => {
  const folders = ["/srv/music", "/mnt/stick/songs"];

  expect(findUnmounted(["/srv/music", "/mnt/stick", "/old"], { folders, mounts })).toEqual([
    "/mnt/stick",
  ]);
});

test("network file systems are not watched, whatever file system contains them", () => {
  expect(
    ["/srv/music/a", "/srv/music/nas/a", "/srv/my music", "/home"].map((folder) =>
      isUnwatched(folder, mounts),
    ),
  ).toEqual([false, true, true, false]);
});

test("a folder contains itself and everything below it, not paths that merely begin like it", () => {
  expect([
    isWithin("/a/b", "/a"),
    isWithin("/a", "/a"),
    isWithin("/ab", "/a"),
    isWithin("/a", "/"),
  ]).toEqual([true, true, false, true]);
});
