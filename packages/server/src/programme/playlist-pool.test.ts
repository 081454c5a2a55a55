import { defaultSeparation } from "@neonrelay/contract";
import { describe, expect, test } from "vitest";
import { createPlaylistPool, type PoolOptions } from "./playlist-pool.ts";
import { poolTracks } from "./pool-tracks.ts";
import { createRecentPlays } from "./recent-plays.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const nowMs = Date.UTC(2027, 0, 20);

function track(id: string) {
  const keys = { artistKeys: [id] as const, titleKey: `${id}\ntitle`, albumKey: null };
  return { id, title: id, artist: id, ...keys, lengthMs: 180_000, weight: 1 };
}

function poolOf(
  ids: readonly string[],
  {
    played = new Map(),
    order = "shuffled",
    entryIds = null,
    last = null,
  }: Partial<Pick<PoolOptions, "played" | "order" | "entryIds" | "last">>,
) {
  const tracks = poolTracks(ids.map(track));
  return createPlaylistPool({
    order,
    entryIds,
    last,
    tracks,
    played,
    seed: 1,
    isSeparated: true,
  });
}

const recent = createRecentPlays(defaultSeparation);
const spun = (spins: number, daysAgo: number) => ({ spins, lastAtMs: nowMs - daysAgo * DAY_MS });

/** @param id ends with the artists, such as `1 ada+ben` */
function shared(id: string) {
  const [artist = "", ...others] = (id.split(" ")[1] ?? "").split("+");
  const keys = { artistKeys: [artist, ...others] as const, titleKey: `${artist}\n${id}` };
  return { ...track(id), ...keys, albumKey: `${artist}\nalbum` };
}

test("[G5] a track with several artists is separated from tracks of each of them", () => {
  const separation = { ...defaultSeparation, artistMinutes: 60, albumMinutes: 120 };
  const poolOfShared = (ids: readonly string[]) =>
    createPlaylistPool({
      order: "shuffled",
      entryIds: null,
      last: null,
      tracks: poolTracks(ids.map(shared)),
      played: new Map(),
      seed: 1,
      isSeparated: true,
    });
  const after = (played: string, ids: readonly string[]) => {
    const lately = createRecentPlays(separation);
    lately.record(shared(played), nowMs - 30 * 60_000);
    const pool = poolOfShared(ids);
    return {
      pick: pool.pick(lately, nowMs),
      candidates: pool.candidates(lately, nowMs, "far").map((each) => each.track.id),
    };
  };

  const one = after("0 ada+ben", ["1 ada", "2 ben", "3 cem+ben", "4 cem"]);
  const other = after("0 ben", ["1 ada+ben", "2 ben+ada", "3 ada"]);

  expect(one.candidates).toEqual(["4 cem"]);
  expect(one.pick?.track.id).toBe("4 cem");
  expect(one.pick?.reason.keptOut).toMatchObject({ artist: 3, album: 0 });
  expect(other.candidates).toEqual(["3 ada"]);
  expect(other.pick?.reason.keptOut).toMatchObject({ artist: 2, album: 0 });
});

test("[G5] excluded tracks count once, for the most important rule, also with several artists", () => {
  const separation = { ...defaultSeparation, artistMinutes: 60, albumMinutes: 120 };
  const lately = createRecentPlays(separation);
  lately.record(shared("0 ada+ben"), nowMs - 90 * 60_000);
  lately.record(shared("0 ben"), nowMs - 30 * 60_000);
  const tracks = poolTracks(["1 ada+ben", "2 ada+cem", "3 ada", "4 dan"].map(shared));
  const options = {
    order: "shuffled",
    entryIds: null,
    last: null,
    played: new Map(),
    seed: 1,
  } as const;

  const pick = createPlaylistPool({ ...options, tracks, isSeparated: true }).pick(lately, nowMs);

  expect(pick?.track.id).toBe("4 dan");
  expect(pick?.reason.keptOut).toMatchObject({ artist: 1, album: 2 });
});

test("[G3] the fewest spins go first, then the earliest day of the last play", () => {
  const played = new Map([
    ["twice", spun(2, 9)],
    ["late", spun(1, 2)],
    ["early", spun(1, 5)],
  ]);
  const pool = poolOf(["twice", "late", "early", "new"], { played });
  const ids: string[] = [];
  for (let left = 3; left > 0; left -= 1) {
    const id = pool.pick(recent, nowMs)?.track.id ?? "";
    ids.push(id);
    pool.take(id, { atMs: nowMs, isOwn: true, playlistEntryId: null });
  }

  expect(ids).toEqual(["new", "early", "late"]);
});

test.each(["shuffled", "least-recent"] as const)(
  "[G9] in a %s playlist a track that was on air is out of turn beside one that was not",
  (order) => {
    const pool = poolOf(["once", "new"], { played: new Map([["once", spun(1, 5)]]), order });
    const found = pool.candidates(recent, nowMs, "near");

    expect(found.map(({ track: { id }, level }) => ({ id, level }))).toEqual([
      { id: "new", level: 0 },
      { id: "once", level: 1 },
    ]);
  },
);

test("[G9] a resting track is ignored when judging whether others are out of turn", () => {
  const played = new Map([
    ["waits", spun(1, 1)],
    ["next", spun(3, 1)],
    ["more", spun(4, 1)],
  ]);
  const pool = poolOf([...played.keys()], { played });
  const rested = createRecentPlays(defaultSeparation);
  rested.record(track("waits"), nowMs - 60_000);

  expect(
    pool.candidates(rested, nowMs, "near").map(({ track: { id }, level }) => ({ id, level })),
  ).toEqual([
    { id: "next", level: 0 },
    { id: "more", level: 1 },
  ]);
});

test("[G9] a far reach also finds tracks played much more often", () => {
  const played = new Map([
    ["once", spun(1, 1)],
    ["often", spun(4, 1)],
  ]);
  const pool = poolOf([...played.keys()], { played });
  const idsOf = (reach: "near" | "far") =>
    pool.candidates(recent, nowMs, reach).map(({ track: { id }, level }) => ({ id, level }));

  expect(idsOf("near")).toEqual([{ id: "once", level: 0 }]);
  expect(idsOf("far")).toEqual([
    { id: "once", level: 0 },
    { id: "often", level: 3 },
  ]);
});

describe("[G3] an ordered playlist with a jingle between the songs", () => {
  const ids = ["one", "jingle", "two", "jingle", "three"];
  const entryIds = ["1", "2", "3", "4", "5"];
  const rundown = (last: PoolOptions["last"]) =>
    poolOf(ids, { order: "ordered", entryIds, last, played: new Map() });
  const playOn = (pool: ReturnType<typeof poolOf>, count: number) =>
    Array.from({ length: count }, () => {
      const { track: next, playlistEntryId = null } = pool.pick(recent, nowMs) ?? { track: null };
      pool.take(next?.id ?? "", { atMs: nowMs, isOwn: true, playlistEntryId });
      return `${next?.id} ${playlistEntryId}`;
    });

  test("plays each entry in its place, and starts over at the end", () => {
    expect(playOn(rundown(null), 6)).toEqual([
      "one 1",
      "jingle 2",
      "two 3",
      "jingle 4",
      "three 5",
      "one 1",
    ]);
  });

  test("continues after the last played entry, not after the first one of its track", () => {
    expect(playOn(rundown({ trackId: "jingle", playlistEntryId: "4" }), 1)).toEqual(["three 5"]);
    expect(playOn(rundown({ trackId: "jingle", playlistEntryId: "2" }), 1)).toEqual(["two 3"]);
  });

  test("assumes the next entry of a track when the entry is unknown", () => {
    const pool = rundown({ trackId: "two", playlistEntryId: null });

    const undo = pool.take("jingle", { atMs: nowMs, isOwn: true, playlistEntryId: null });

    expect(playOn(pool, 1)).toEqual(["three 5"]);
    undo();
    expect(playOn(pool, 1)).toEqual(["jingle 4"]);
  });
});

test("[G3] a track that a shuffled playlist contains twice plays twice as often, and rests like any other", () => {
  const pool = poolOf(["a", "twice", "b", "twice"], {});
  const minutes = { trackMinutes: 10, titleMinutes: 10, artistMinutes: 10 };
  const rested = createRecentPlays({ ...defaultSeparation, ...minutes });
  const ids = Array.from({ length: 40 }, (_none, index) => {
    const atMs = nowMs + index * 6 * 60_000;
    const next = pool.pick(rested, atMs)?.track ?? track("none");
    pool.take(next.id, { atMs, isOwn: true, playlistEntryId: null });
    rested.record(next, atMs);
    return next.id;
  });

  // Its rest costs it an occasional turn.
  expect(ids.filter((id) => id === "twice").length).toBeGreaterThan(18);
  expect(ids.some((id, index) => id === ids[index + 1])).toBe(false);
});
