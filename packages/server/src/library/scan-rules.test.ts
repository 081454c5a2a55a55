import { expect, test } from "vitest";
import { mayMakeDemo, needsDemo, restBeforeChange, restUntilNextLook } from "./scan-rules.ts";

const file = (path: string, modifiedAtMs = 1) => ({ path, sizeBytes: 10, modifiedAtMs });

test("all folders are scanned every minute, and less often when scans take long", () => {
  expect([restUntilNextLook(500), restUntilNextLook(90_000)]).toEqual([60_000, 900_000]);
});

test("a change is scanned at once, but not over and over when scans take long", () => {
  const wait = (tookMs: number, nowMs: number) =>
    restBeforeChange({ tookMs, endedAtMs: 100_000, nowMs });

  expect([wait(500, 100_000), wait(60_000, 100_000), wait(60_000, 300_000)]).toEqual([
    0, 120_000, 0,
  ]);
  expect(restBeforeChange({ tookMs: 0, endedAtMs: -Infinity, nowMs: 0 })).toBe(0);
});

const demoFolders = {
  demoFolder: "/data/music/demo",
  jinglesFolder: "/data/music/demo/jingles",
};

test("demo tracks are made until all exist, and never beside other music", () => {
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

test("an operator can have deleted demo tracks made again, but not beside other music", () => {
  const demo = { ...demoFolders, demoTracks: 1 };
  const own = { ...file("/data/music/demo/1.mp3"), isOutdated: false };
  const away = { ...file("/nas/a.mp3"), status: "missing" as const, isOutdated: false };

  expect(mayMakeDemo([], demo)).toBe(true);
  expect(mayMakeDemo([{ ...own, status: "missing" }], demo)).toBe(true);
  expect(mayMakeDemo([{ ...own, status: "track" }], demo)).toBe(false);
  expect(mayMakeDemo([away], demo)).toBe(false);
});
