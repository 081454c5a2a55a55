import { expect, test } from "vitest";
import { decideScan, needsDemo } from "./scan-rules.ts";

const file = (path: string, modifiedAtMs = 1) => ({ path, sizeBytes: 10, modifiedAtMs });

test("new and changed files are read, unchanged ones are not", () => {
  const decision = decideScan(
    [file("/new.mp3"), file("/same.mp3"), file("/changed.mp3", 2), file("/broken.mp3")],
    [
      { ...file("/same.mp3"), status: "track" },
      { ...file("/changed.mp3"), status: "track" },
      { ...file("/broken.mp3"), status: "refused" },
    ],
  );

  expect(decision).toEqual({
    toRead: [file("/new.mp3"), file("/changed.mp3", 2)],
    foundAgain: [],
    gone: [],
  });
});

test("a file that vanished is gone once, and found again when it is back unchanged", () => {
  expect(decideScan([], [{ ...file("/a.mp3"), status: "track" }]).gone).toEqual(["/a.mp3"]);
  expect(decideScan([], [{ ...file("/a.mp3"), status: "missing" }]).gone).toEqual([]);
  expect(decideScan([file("/a.mp3")], [{ ...file("/a.mp3"), status: "missing" }])).toEqual({
    toRead: [],
    foundAgain: ["/a.mp3"],
    gone: [],
  });
});

test("a track whose changed file was refused is not taken for found again", () => {
  const decision = decideScan(
    [file("/a.mp3", 2)],
    [
      { ...file("/a.mp3", 2), status: "refused" },
      { ...file("/a.mp3", 1), status: "missing" },
    ],
  );

  expect(decision).toEqual({ toRead: [], foundAgain: [], gone: [] });
});

test("demo tracks are made until all are there, and never beside other music", () => {
  const demo = { demoFolder: "/data/music/demo", demoTracks: 2 };
  const one = { ...file("/data/music/demo/1.mp3"), status: "track" as const };
  const other = { ...file("/data/music/demo/2.mp3"), status: "missing" as const };
  const away = { ...file("/nas/a.mp3"), status: "missing" as const };
  const refused = { ...file("/nas/b.mp3"), status: "refused" as const };

  expect(needsDemo([], demo)).toBe(true);
  expect(needsDemo([one, refused], demo)).toBe(true);
  expect(needsDemo([one, other], demo)).toBe(false);
  expect(needsDemo([away], demo)).toBe(false);
});
