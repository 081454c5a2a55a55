import { expect, test } from "vitest";
import {
  judgeBackups,
  judgeCodecs,
  judgeDatabase,
  judgeHlsStorage,
  judgeMusic,
} from "./content-rules.ts";

const DAY_MS = 86_400_000;

test.each([
  [49, "ok"],
  [50, "warning"],
  [1000, "bad"],
])("a database that answers in %i ms is %s", (latencyMs, state) => {
  const facts = { engine: "server", version: "17.5", openedBy: "1.0.0", latencyMs };

  expect(judgeDatabase(facts).state).toBe(state);
});

test("a broken codec is named with the reason", () => {
  const works = { name: "MP3", problem: null };
  const broken = { name: "Opus", problem: "no encoder" };

  expect(judgeCodecs([works])).toMatchObject({ state: "ok", found: "MP3" });
  expect(judgeCodecs([works, broken])).toMatchObject({ state: "bad", found: "Opus: no encoder" });
});

const library = { present: 2310, missing: 0, refused: 0, looked: 200, unreadable: [] };

test.each([
  [library, "ok", "2,310 tracks, 200 of them looked at"],
  [
    { ...library, missing: 3, refused: 2 },
    "ok",
    "2,310 tracks, 200 of them looked at, 3 without a file, 2 refused files",
  ],
  [
    { ...library, missing: 2311 },
    "warning",
    "2,310 tracks, 200 of them looked at, 2311 without a file",
  ],
  [{ ...library, present: 0, looked: 0 }, "warning", "the library is empty"],
  [
    { ...library, present: 0, looked: 0, missing: 4 },
    "bad",
    "no track can be played, 4 without a file",
  ],
  [
    { ...library, unreadable: ["a", "b", "c", "d"].map((path) => ({ path, reason: "EACCES" })) },
    "bad",
    "4 of 200 files looked at can't be read: a (EACCES), b (EACCES), c (EACCES)",
  ],
])("a library with %j is %s", (sample, state, found) => {
  expect(judgeMusic(sample)).toMatchObject({ state, found });
});

const off = { isOn: false, everyDays: 1 };

test.each([
  [null, "warning", "none yet"],
  [100 * DAY_MS, "ok", "the newest is less than a day old"],
  [92 * DAY_MS, "ok", "the newest is 8 days old"],
  [92 * DAY_MS - 1, "warning", "the newest is 8 days old"],
])("a backup of %s is %s", (newestAtMs, state, found) => {
  expect(
    judgeBackups({ newest: { atMs: newestAtMs }, nowMs: 100 * DAY_MS, plan: off }),
  ).toMatchObject({
    state,
    found,
  });
});

test("a scheduled backup that is a day late is bad", () => {
  const judge = (ageDays: number) =>
    judgeBackups({
      newest: { atMs: (100 - ageDays) * DAY_MS },
      nowMs: 100 * DAY_MS,
      plan: { isOn: true, everyDays: 7 },
    }).state;

  expect([judge(8), judge(8.1)]).toEqual(["ok", "bad"]);
});

test("unreadable backups are bad, with the reason", () => {
  const newest = { problem: "the storage has no bucket 'radio'" };

  expect(judgeBackups({ newest, nowMs: 0, plan: off })).toMatchObject({
    state: "bad",
    found: "the storage has no bucket 'radio'",
  });
});

const copy = {
  since: null,
  pushedAt: null,
  behindSeconds: 6,
  lostSegments: 0,
  problem: { text: "another station copies HLS to this folder", at: "2030-01-31T20:15:00.000Z" },
  retryAt: null,
};

test.each([
  [null, "ok", "not checked while the station is stopped"],
  [{ ...copy, status: "off" as const }, "ok", "HLS is copied to no storage"],
  [
    { ...copy, status: "idle" as const },
    "ok",
    "nothing to copy: HLS is off, or the stream is stopped",
  ],
  [
    { ...copy, status: "unknown" as const },
    "warning",
    "on-air does not report the state of the copy",
  ],
  [{ ...copy, status: "copying" as const }, "ok", "6 s behind"],
  [
    { ...copy, status: "copying" as const, behindSeconds: 18.1, lostSegments: 2 },
    "warning",
    "18 s behind, players there missed 2 segments",
  ],
  [
    { ...copy, status: "copying" as const, lostSegments: 1 },
    "ok",
    "6 s behind, players there missed 1 segment",
  ],
  [{ ...copy, status: "failing" as const }, "bad", "another station copies HLS to this folder"],
])("a copy of HLS with %j is %s", (state, expected, found) => {
  expect(judgeHlsStorage(state)).toMatchObject({ state: expected, found });
});
