import { expect, test } from "vitest";
import { decideScan, mayMakeDemo, needsDemo } from "./scan-rules.ts";

const file = (path: string, modifiedAtMs = 1) => ({ path, sizeBytes: 10, modifiedAtMs });

test("new and changed files are read, unchanged ones are not", () => {
  const decision = decideScan(
    [file("/new.mp3"), file("/same.mp3"), file("/changed.mp3", 2), file("/broken.mp3")],
    [
      { ...file("/same.mp3"), status: "track", isOutdated: false },
      { ...file("/changed.mp3"), status: "track", isOutdated: false },
      { ...file("/broken.mp3"), status: "refused", isOutdated: false },
    ],
  );

  expect(decision).toEqual({
    toRead: [file("/new.mp3"), file("/changed.mp3", 2)],
    outdated: [],
    foundAgain: [],
    gone: [],
    leftAlone: [],
  });
});

test("the file of a deleted track is left alone, also when it changed or was refused before", () => {
  const decision = decideScan(
    [file("/kept.mp3", 2)],
    [
      { ...file("/kept.mp3"), status: "deleted", isOutdated: true },
      { ...file("/kept.mp3"), status: "refused", isOutdated: false },
      { ...file("/away.mp3"), status: "deleted", isOutdated: false },
    ],
  );

  expect(decision).toEqual({
    toRead: [],
    outdated: [],
    foundAgain: [],
    gone: [],
    leftAlone: ["/kept.mp3"],
  });
});

test("[P15] an unchanged track that an older analysis measured is read again, a refused file is not", () => {
  const decision = decideScan(
    [file("/old.mp3"), file("/back.mp3"), file("/changed.mp3", 2), file("/broken.mp3")],
    [
      { ...file("/old.mp3"), status: "track", isOutdated: true },
      { ...file("/back.mp3"), status: "missing", isOutdated: true },
      { ...file("/changed.mp3"), status: "track", isOutdated: true },
      { ...file("/broken.mp3"), status: "missing", isOutdated: true },
      { ...file("/broken.mp3"), status: "refused", isOutdated: false },
      { ...file("/gone.mp3"), status: "track", isOutdated: true },
    ],
  );

  expect(decision).toEqual({
    toRead: [file("/changed.mp3", 2)],
    outdated: [file("/old.mp3"), file("/back.mp3")],
    foundAgain: ["/back.mp3"],
    gone: ["/gone.mp3"],
    leftAlone: [],
  });
});

test("a file that vanished is gone once, and found again when it is back unchanged", () => {
  expect(decideScan([], [{ ...file("/a.mp3"), status: "track", isOutdated: false }]).gone).toEqual([
    "/a.mp3",
  ]);
  expect(
    decideScan([], [{ ...file("/a.mp3"), status: "missing", isOutdated: false }]).gone,
  ).toEqual([]);
  expect(
    decideScan([file("/a.mp3")], [{ ...file("/a.mp3"), status: "missing", isOutdated: false }]),
  ).toEqual({
    toRead: [],
    outdated: [],
    foundAgain: ["/a.mp3"],
    gone: [],
    leftAlone: [],
  });
});

test("a track whose changed file was refused is not taken for found again", () => {
  const decision = decideScan(
    [file("/a.mp3", 2)],
    [
      { ...file("/a.mp3", 2), status: "refused", isOutdated: false },
      { ...file("/a.mp3", 1), status: "missing", isOutdated: false },
    ],
  );

  expect(decision).toEqual({ toRead: [], outdated: [], foundAgain: [], gone: [], leftAlone: [] });
});

const demoFolders = {
  demoFolder: "/data/music/demo",
  jinglesFolder: "/data/music/demo/jingles",
};

test("demo tracks are made until all are there, and never beside other music", () => {
  const demo = { ...demoFolders, demoTracks: 2 };
  const one = { ...file("/data/music/demo/1.mp3"), status: "track" as const, isOutdated: false };
  const other = {
    ...file("/data/music/demo/2.mp3"),
    status: "missing" as const,
    isOutdated: false,
  };
  const jingle = { ...one, path: "/data/music/demo/jingles/a.mp3" };
  const away = { ...file("/nas/a.mp3"), status: "missing" as const, isOutdated: false };
  const refused = { ...file("/nas/b.mp3"), status: "refused" as const, isOutdated: false };

  expect(needsDemo([], demo)).toBe(true);
  expect(needsDemo([one, refused], demo)).toBe(true);
  expect(needsDemo([one, jingle], demo)).toBe(true);
  expect(needsDemo([one, other], demo)).toBe(false);
  expect(needsDemo([away], demo)).toBe(false);
});

test("an operator may have deleted demo tracks made again, but none beside other music", () => {
  const demo = { ...demoFolders, demoTracks: 1 };
  const own = { ...file("/data/music/demo/1.mp3"), isOutdated: false };
  const away = { ...file("/nas/a.mp3"), status: "missing" as const, isOutdated: false };

  expect(mayMakeDemo([], demo)).toBe(true);
  expect(mayMakeDemo([{ ...own, status: "missing" }], demo)).toBe(true);
  expect(mayMakeDemo([{ ...own, status: "track" }], demo)).toBe(false);
  expect(mayMakeDemo([away], demo)).toBe(false);
});
