import { expect, test } from "vitest";
import { createOfflineFolders } from "./offline-rules.ts";

test("what is below a folder that is away is away, at any depth, and nothing beside it", () => {
  const offline = createOfflineFolders(["/nas"]);
  offline.add("/usb/stick");

  expect(
    ["/nas/a.mp3", "/nas/b/c/d.mp3", "/nasal/a.mp3", "/usb/stick/a.mp3", "/usb/a.mp3"].map((file) =>
      offline.holds(file),
    ),
  ).toEqual([true, true, false, true, false]);
});

test("folders that are away are named with the number of their tracks, if they have any", () => {
  const offline = createOfflineFolders(["/nas", "/empty"]);
  for (const file of ["/nas/a.mp3", "/nas/b/c.mp3", "/home/a.mp3"]) offline.holds(file);

  expect(offline.withTracks()).toEqual([{ folder: "/nas", tracks: 2 }]);
});
