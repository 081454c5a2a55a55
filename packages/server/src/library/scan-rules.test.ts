import { expect, test } from "vitest";
import { decideScan } from "./scan-rules.ts";

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
