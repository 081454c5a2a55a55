import { expect, test } from "vitest";
import { decideMoves } from "./move-rules.ts";

const file = (path: string, fingerprint: string, modifiedAtMs = 1) => ({
  path,
  fingerprint,
  sizeBytes: 10,
  modifiedAtMs,
});
const track = (path: string, fingerprint: string) => ({
  id: `track of ${path}`,
  path,
  fingerprint,
  modifiedAtMs: 1,
});
const placesOf = (...decided: Parameters<typeof decideMoves>): readonly string[] =>
  decideMoves(...decided).map(({ trackId, file: { path } }) => `${trackId} to ${path}`);

test("a track follows its content, and is read again only if the file is newer", () => {
  const moves = decideMoves(
    [file("/b.mp3", "x"), file("/c.mp3", "y", 2), file("/new.mp3", "z")],
    [track("/a.mp3", "x"), track("/old.mp3", "y")],
  );

  expect(moves).toEqual([
    {
      trackId: "track of /a.mp3",
      file: { path: "/b.mp3", sizeBytes: 10, modifiedAtMs: 1 },
      isUntouched: true,
    },
    {
      trackId: "track of /old.mp3",
      file: { path: "/c.mp3", sizeBytes: 10, modifiedAtMs: 2 },
      isUntouched: false,
    },
  ]);
});

test("two files that swap names swap their tracks", () => {
  expect(
    placesOf(
      [file("/a.mp3", "b"), file("/b.mp3", "a")],
      [track("/a.mp3", "a"), track("/b.mp3", "b")],
    ),
  ).toEqual(["track of /b.mp3 to /a.mp3", "track of /a.mp3 to /b.mp3"]);
});

test("of identical files in a moved folder, each goes to the track of its name", () => {
  expect(
    placesOf(
      [file("/new/b/1.mp3", "x"), file("/new/a/1.mp3", "x"), file("/new/a/2.mp3", "x")],
      [track("/old/a/2.mp3", "x"), track("/old/a/1.mp3", "x"), track("/old/b/1.mp3", "x")],
    ),
  ).toEqual([
    "track of /old/b/1.mp3 to /new/b/1.mp3",
    "track of /old/a/1.mp3 to /new/a/1.mp3",
    "track of /old/a/2.mp3 to /new/a/2.mp3",
  ]);
});

test("a file that was only touched keeps its place and takes no other track", () => {
  expect(
    placesOf([file("/a.mp3", "x", 2)], [track("/gone.mp3", "x"), track("/a.mp3", "x")]),
  ).toEqual([]);
});
