import { expect, test } from "vitest";
import { KnownFiles } from "./known-files.ts";
import type { RememberedFile } from "./scan-rules.ts";

const file = (path: string, modifiedAtMs = 1) => ({ path, sizeBytes: 10, modifiedAtMs });
const toRead = { kind: "to-read" } as const;
const unchanged = { kind: "unchanged", isFoundAgain: false, isOutdated: false } as const;

function knownOf(...files: readonly (Partial<RememberedFile> & { path: string })[]): KnownFiles {
  const known = new KnownFiles();
  for (const each of files)
    known.add({ ...file(each.path), status: "track", isOutdated: false, ...each });
  return known;
}

test("new and changed files are read, unchanged ones are not", () => {
  const known = knownOf(
    { path: "/same.mp3" },
    { path: "/changed.mp3" },
    { path: "/broken.mp3", status: "refused" },
  );

  expect(
    [file("/new.mp3"), file("/same.mp3"), file("/changed.mp3", 2), file("/broken.mp3")].map((one) =>
      known.compare(one),
    ),
  ).toEqual([toRead, unchanged, toRead, unchanged]);
});

test("[P15] an unchanged track of an older analysis is read again, a refused file is not", () => {
  const known = knownOf(
    { path: "/old.mp3", isOutdated: true },
    { path: "/back.mp3", status: "missing", isOutdated: true },
    { path: "/changed.mp3", isOutdated: true },
    { path: "/broken.mp3", isOutdated: true },
    { path: "/broken.mp3", status: "refused" },
  );

  expect(
    [file("/old.mp3"), file("/back.mp3"), file("/changed.mp3", 2), file("/broken.mp3")].map((one) =>
      known.compare(one),
    ),
  ).toEqual([
    { ...unchanged, isOutdated: true },
    { ...unchanged, isFoundAgain: true, isOutdated: true },
    toRead,
    unchanged,
  ]);
});

test("a track whose changed file was refused does not count as found again", () => {
  const known = knownOf(
    { path: "/a.mp3", status: "missing" },
    { ...file("/a.mp3", 2), status: "refused" },
  );

  expect(known.compare(file("/a.mp3", 2))).toEqual(unchanged);
});

test("a file not seen in the scan is gone from its path, and one seen with changes is another file", () => {
  const known = knownOf({ path: "/a.mp3" }, { path: "/b.mp3" }, { path: "/c.mp3" });

  known.compare(file("/a.mp3"));
  known.compare(file("/b.mp3", 2));

  const paths = ["/a.mp3", "/b.mp3", "/c.mp3", "/never.mp3"];
  expect(paths.map((path) => known.isUnseen(path))).toEqual([false, false, true, true]);
  expect(paths.map((path) => known.isLost(path))).toEqual([false, true, true, true]);
});

test("every file is recognised, however many there are", () => {
  const paths = Array.from({ length: 20_000 }, (_, index) => `/music/${index}.mp3`);
  const known = knownOf(...paths.map((path, index) => ({ path, modifiedAtMs: index })));

  const looks = paths.map((path, index) => known.compare(file(path, index)));

  expect(looks.filter(({ kind }) => kind === "unchanged")).toHaveLength(paths.length);
});

test("the file of a deleted track is left alone, even if it changed or was refused before", () => {
  const known = knownOf(
    { path: "/kept.mp3", status: "deleted", isOutdated: true },
    { path: "/kept.mp3", status: "refused" },
    { path: "/away.mp3", status: "deleted" },
  );

  expect(known.compare(file("/kept.mp3", 2))).toEqual({ kind: "left-alone" });

  expect(["/kept.mp3", "/away.mp3"].map((path) => known.isLeftAlone(path))).toEqual([true, false]);
  expect(["/kept.mp3", "/away.mp3"].map((path) => known.isLost(path))).toEqual([false, true]);
});
