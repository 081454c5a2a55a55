import { defaultSeparation } from "@neonrelay/contract";
import { expect, test } from "vitest";
import { createPlaylistPool, type PoolOptions } from "./playlist-pool.ts";
import { poolTracks } from "./pool-tracks.ts";
import { createRecentPlays } from "./recent-plays.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const nowMs = Date.UTC(2027, 0, 20);

function track(id: string) {
  const keys = { artistKey: id, titleKey: `${id}\ntitle`, albumKey: null };
  return { id, title: id, artist: id, ...keys, lengthMs: 180_000, weight: 1 };
}

function poolOf(
  ids: readonly string[],
  { played, order = "shuffled" }: Pick<PoolOptions, "played"> & Partial<Pick<PoolOptions, "order">>,
) {
  const tracks = poolTracks(ids.map(track));
  return createPlaylistPool({
    order,
    lastTrackId: null,
    tracks,
    played,
    seed: 1,
    isSeparated: true,
  });
}

const recent = createRecentPlays(defaultSeparation);
const spun = (spins: number, daysAgo: number) => ({ spins, lastAtMs: nowMs - daysAgo * DAY_MS });

test("[G3] the fewest spins come first, then who was on air on the earliest day", () => {
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
    pool.take(id, { atMs: nowMs, isOwn: true });
  }

  expect(ids).toEqual(["new", "early", "late"]);
});

test.each(["shuffled", "least-recent"] as const)(
  "[G9] of a %s playlist, what was on air comes out of turn beside what was not",
  (order) => {
    const pool = poolOf(["once", "new"], { played: new Map([["once", spun(1, 5)]]), order });
    const found = pool.candidates(recent, nowMs, "near");

    expect(found.map(({ track: { id }, level }) => ({ id, level }))).toEqual([
      { id: "new", level: 0 },
      { id: "once", level: 1 },
    ]);
  },
);

test("[G9] a track that has to wait does not count when others are chosen out of turn", () => {
  const played = new Map([
    ["waits", spun(1, 1)],
    ["next", spun(3, 1)],
    ["more", spun(4, 1)],
  ]);
  const pool = poolOf([...played.keys()], { played });
  const rested = createRecentPlays(defaultSeparation);
  rested.note(track("waits"), nowMs - 60_000);

  expect(
    pool.candidates(rested, nowMs, "near").map(({ track: { id }, level }) => ({ id, level })),
  ).toEqual([
    { id: "next", level: 0 },
    { id: "more", level: 1 },
  ]);
});

test("[G9] from farther away come tracks that were played much more often, too", () => {
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
