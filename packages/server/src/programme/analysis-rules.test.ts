import { expect, test } from "vitest";
import {
  artistSpins,
  groupProblems,
  neverPlayed,
  problemsOf,
  shortestGaps,
  turnoverOf,
  type AiredTrack,
  type AnalysedTrack,
} from "./analysis-rules.ts";
import type { PlanFrame } from "./plan-frames.ts";
import { finish } from "./small-steps.ts";
import { separationKeys } from "./separation-keys.ts";
import { unfilledHours } from "./coming-days.ts";

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

function aired(minute: number, trackId: string, change: Partial<AiredTrack> = {}): AiredTrack {
  const names = { title: trackId, artist: `Artist of ${trackId}`, album: null };
  const artists = change.artists ?? [change.artist ?? names.artist];
  return {
    atMs: minute * MINUTE_MS,
    trackId,
    ...names,
    artists,
    ...separationKeys({ ...names, ...change, artists }),
    isMusic: true,
    playlistId: "evening",
    ...change,
  };
}

function known(id: string, change: Partial<AnalysedTrack> = {}): AnalysedTrack {
  const names = { title: id, artist: "Ada" };
  return {
    id,
    ...names,
    contentKind: "music",
    isInRotation: true,
    ...change,
  };
}

test("[F1] a playlist's turnover is the time until each of its entries has played once", () => {
  const plays = [aired(0, "a"), aired(60, "b"), aired(120, "a"), aired(180, "x")];
  const playlist = (id: string, isUsed: boolean) => ({
    id,
    name: id,
    trackIds: ["a", "b", "c"],
    isUsed,
  });

  expect(
    finish(
      turnoverOf(
        plays,
        [playlist("evening", true), playlist("waits", true), playlist("off", false)],
        8 * HOUR_MS,
      ),
    ),
  ).toEqual([
    {
      id: "evening",
      name: "evening",
      trackCount: 3,
      playedCount: 2,
      spins: 4,
      lowest: 0,
      highest: 2,
      turnoverHours: 6,
    },
    {
      id: "waits",
      name: "waits",
      trackCount: 3,
      playedCount: 0,
      spins: 0,
      lowest: 0,
      highest: 0,
      turnoverHours: null,
    },
  ]);
});

test("[F2] spins of an artist include guest appearances and spelling variants, and only music", () => {
  const plays = [
    aired(0, "a", { artist: "Neon Coast" }),
    aired(5, "b", { artist: "NEON COAST feat. Ben" }),
    aired(10, "a", { artist: "Neon Coast" }),
    aired(15, "c", { artist: "Vega" }),
    aired(20, "id", { artist: "Vega", isMusic: false }),
  ];

  const found = finish(artistSpins(plays.map((play) => ({ ...play, titleKey: play.title }))));

  expect(found).toEqual([
    { artist: "Neon Coast", trackCount: 2, spins: 3 },
    { artist: "Vega", trackCount: 1, spins: 1 },
  ]);
});

test("[F3] the shortest separation of each artist is found, shortest of all first", () => {
  const plays = [
    aired(0, "a", { artist: "Ada" }),
    aired(10, "b", { artist: "Ben" }),
    aired(50, "c", { artist: "Ada" }),
    aired(70, "d", { artist: "Ben" }),
    aired(80, "e", { artist: "Ada" }),
    aired(81, "id", { artist: "Ada", isMusic: false }),
  ];

  expect(
    finish(shortestGaps(plays, { by: "artist", most: 10 })).map(({ minutes, first, second }) => [
      minutes,
      first.trackId,
      second.trackId,
    ]),
  ).toEqual([
    [30, "c", "e"],
    [60, "b", "d"],
  ]);
});

test("[F2][F3] a track with several artists counts for each of them", () => {
  const plays = [
    aired(0, "a", { artist: "Ada; Ben", artists: ["Ada", "Ben"] }),
    aired(30, "b", { artist: "Ben" }),
    aired(50, "c", { artist: "Ada" }),
  ];

  expect(finish(artistSpins(plays))).toEqual([
    { artist: "Ada", trackCount: 2, spins: 2 },
    { artist: "Ben", trackCount: 2, spins: 2 },
  ]);
  expect(
    finish(shortestGaps(plays, { by: "artist", most: 10 })).map(({ name, minutes }) => [
      name,
      minutes,
    ]),
  ).toEqual([
    ["Ben", 30],
    ["Ada", 50],
  ]);
});

test("[F4] a track that never plays is listed with its playlists and the reason", () => {
  const tracks = new Map(
    [
      known("played"),
      known("waits"),
      known("no turn"),
      known("in none"),
      known("kept out", { isInRotation: false }),
      known("jingle", { contentKind: "jingle" }),
    ].map((track) => [track.id, track]),
  );
  const playlists = [
    { id: "on", name: "On", trackIds: ["played", "waits", "kept out", "waits"], isUsed: true },
    { id: "off", name: "Off", trackIds: ["waits", "no turn"], isUsed: false },
  ];

  const kinds = new Set(["jingle"]);
  const never = finish(neverPlayed([aired(0, "played")], { tracks, playlists, kinds, most: 5 }));
  const few = finish(neverPlayed([aired(0, "played")], { tracks, playlists, kinds, most: 2 }));

  expect(
    Object.fromEntries(
      never.first.map(({ trackId, reason, playlists: having }) => [
        trackId,
        [reason, ...having.map(({ name }) => name)],
      ]),
    ),
  ).toEqual({
    waits: ["waits", "On", "Off"],
    "no turn": ["no-turn", "Off"],
    "in none": ["no-playlist"],
    "kept out": ["not-in-rotation", "On"],
    jingle: ["waits"],
  });
  expect(few).toEqual({ count: 5, first: never.first.slice(0, 2) });
});

test("[F5] the same problem of a clock is one row with its count", () => {
  const where = { show: null, clock: { id: "clock", name: "Hour" }, slotId: "slot" };
  const empty = [{ id: "news", name: "News" }];

  const grouped = groupProblems(
    [1, 2, 3].flatMap((hour) =>
      problemsOf({ ...where, notes: ["No slot."], empty: hour === 2 ? empty : [] }, hour * HOUR_MS),
    ),
  );

  expect(grouped).toEqual([
    {
      ...where,
      sentence: "No slot.",
      playlist: null,
      times: 3,
      at: [1, 2, 3].map((hour) => new Date(hour * HOUR_MS).toISOString()),
    },
    {
      ...where,
      sentence: "Nothing can be played from “News”.",
      playlist: empty[0],
      times: 1,
      at: [new Date(2 * HOUR_MS).toISOString()],
    },
  ]);
});

test("[F5] a filled hour is unfilled when no track ends within ten seconds of its end", () => {
  const frame = (hour: number): PlanFrame => ({
    fromMs: hour * HOUR_MS,
    untilMs: (hour + 1) * HOUR_MS,
    span: {
      fromMs: 0,
      untilMs: 4 * HOUR_MS,
      entryId: null,
      showId: null,
      showName: null,
      content: { kind: "clock", clockId: "clock" },
    },
    clock: { id: "clock", name: "Hour", isFilled: true, slots: [] },
    slots: [],
    start: "follow",
    whileLive: "wait",
    latestMs: null,
    second: 0,
  });
  const item = (startsAtMs: number, lengthMs: number) => ({ startsAtMs, track: { lengthMs } });

  const unfilled = unfilledHours(
    [frame(0), frame(1), frame(2)],
    [
      item(0, HOUR_MS + 9000),
      item(HOUR_MS + 9000, HOUR_MS + 171_000),
      item(2 * HOUR_MS + 180_000, HOUR_MS - 185_000),
      item(3 * HOUR_MS - 5000, MINUTE_MS),
      item(3 * HOUR_MS + 55_000, MINUTE_MS),
    ],
  );

  expect(unfilled).toMatchObject([
    {
      atMs: 2 * HOUR_MS,
      clock: { name: "Hour" },
      sentence: expect.stringContaining("about 3 minutes"),
    },
  ]);
});
