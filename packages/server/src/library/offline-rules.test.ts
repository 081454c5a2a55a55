import { expect, test } from "vitest";
import { createOfflineFolders } from "./offline-rules.ts";

test("everything below an offline folder is offline, at any depth, and nothing beside it", () => {
  const offline = createOfflineFolders(["/nas"]);
  offline.add("/usb/stick");

  expect(
    ["/nas/a.mp3", "/nas/b/c/d.mp3", "/nasal/a.mp3", "/usb/stick/a.mp3", "/usb/a.mp3"].map((file) =>
      offline.holds(file),
    ),
  ).toEqual([true, true, false, true, false]);
});

test("offline folders are listed with their number of tracks, if they have any", () => {
  const offline = createOfflineFolders(["/nas", "/empty"]);
  for (const file of ["/nas/a.mp3", "/nas/b/c.mp3", "/home/a.mp3"]) offline.holds(file);

  expect(offline.withTracks()).toEqual([{ folder: "/nas", tracks: 2 }]);
});
