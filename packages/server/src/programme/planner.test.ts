import { defaultSeparation as separation } from "@neonrelay/contract";
import { expect, test } from "vitest";
import { createPlanner, type PlannedPlaylist } from "./planner.ts";
import { createPlaylistPool } from "./playlist-pool.ts";
import { poolTracks } from "./pool-tracks.ts";
import { createRecentPlays, type PlanTrack } from "./recent-plays.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const startMs = Date.UTC(2027, 0, 1);

function track(index: number, artist: string, weight = 1): PlanTrack {
  return {
    id: `track ${index}`,
    title: `title ${index}`,
    artist,
    artistKeys: [artist],
    titleKey: `${artist}\ntitle ${index}`,
    albumKey: `${artist}\nalbum ${index % 2}`,
    lengthMs: 180_000 + (index % 7) * 10_000,
    weight,
  };
}

const library = Array.from({ length: 300 }, (_, index) => track(index, `artist ${index % 60}`));

function playlist(
  id: string,
  {
    turn,
    tracks,
    isSeparated = true,
  }: Pick<PlannedPlaylist, "turn"> & {
    readonly tracks: readonly PlanTrack[];
    readonly isSeparated?: boolean;
  },
): PlannedPlaylist {
  const pool = createPlaylistPool({
    order: "shuffled",
    entryIds: null,
    last: null,
    tracks: poolTracks(tracks),
    played: new Map(),
    seed: 7,
    isSeparated,
  });
  return { id, name: id, turn, pool, isSeparated, lastAtMs: startMs, tracksSince: 0, spins: 0 };
}

function plannerOf(playlists: readonly PlannedPlaylist[], tracks: readonly PlanTrack[] = library) {
  const all = playlist("library", { turn: { kind: "off" }, tracks }).pool;
  return createPlanner({ playlists, library: all, recent: createRecentPlays(separation) });
}

function simulate(planner: ReturnType<typeof createPlanner>, days: number) {
  const items: NonNullable<ReturnType<typeof planner.next>>[] = [];
  for (let atMs = startMs; atMs < startMs + days * DAY_MS;) {
    const item = planner.next(atMs);
    if (item === null) break;
    items.push(item);
    atMs += item.track.lengthMs;
  }
  return items;
}

function countBy<Value>(values: readonly Value[]): ReadonlyMap<Value, number> {
  const counts = new Map<Value, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

test("[G3][G5] over a week all tracks play equally often, and nothing repeats too soon", () => {
  const items = simulate(
    plannerOf([playlist("all", { turn: { kind: "weight", weight: 1 }, tracks: library })]),
    7,
  );
  const spins = [...countBy(items.map((item) => item.track.id)).values()];
  const lowest = Math.min(...spins);
  const lastOf = new Map<string, number>();
  let tooSoon = 0;
  for (const { track: each, startsAtMs } of items) {
    const last = lastOf.get(each.artistKeys[0]) ?? -Infinity;
    if (startsAtMs - last < separation.artistMinutes * MINUTE_MS) tooSoon += 1;
    lastOf.set(each.artistKeys[0], startsAtMs);
  }

  expect(spins).toHaveLength(300);
  expect(Math.max(...spins)).toBeLessThanOrEqual(Math.max(lowest + 1, lowest * 1.2));
  expect(tooSoon).toBe(0);
  expect(items.filter(({ reason }) => reason.pick.gaveWay.includes("artist"))).toEqual([]);
});

test("[G3] playlists and tracks play in proportion to their weights", () => {
  const heavy = library
    .slice(0, 100)
    .map((each, index) => ({ ...each, weight: index < 50 ? 2 : 1 }));
  const items = simulate(
    plannerOf([
      playlist("heavy", { turn: { kind: "weight", weight: 3 }, tracks: heavy }),
      playlist("light", { turn: { kind: "weight", weight: 1 }, tracks: library.slice(100) }),
    ]),
    7,
  );
  const given = countBy(items.map(({ reason }) => reason.playlistId));
  const spins = countBy(items.map((item) => item.track.id));
  const sum = (tracks: readonly PlanTrack[]) =>
    tracks.reduce((total, { id }) => total + (spins.get(id) ?? 0), 0);

  expect((given.get("heavy") ?? 0) / (given.get("light") ?? 1)).toBeCloseTo(3, 1);
  expect(sum(heavy.slice(0, 50)) / sum(heavy.slice(50))).toBeCloseTo(2, 0);
});

test("[G2] a jingle plays at its minute of each hour, another after every fourth track", () => {
  const jingles = [track(900, "station")];
  const news = [track(901, "station")];
  const items = simulate(
    plannerOf([
      playlist("music", { turn: { kind: "weight", weight: 1 }, tracks: library }),
      playlist("jingles", {
        turn: { kind: "every-tracks", tracks: 4 },
        tracks: jingles,
        isSeparated: false,
      }),
      playlist("news", {
        turn: { kind: "minute-of-hour", minute: 30 },
        tracks: news,
        isSeparated: false,
      }),
    ]),
    1,
  );
  const newsAt = items
    .filter(({ reason }) => reason.playlistId === "news")
    .map(({ startsAtMs }) => ((startsAtMs / MINUTE_MS) % 60) - 30);

  expect(newsAt).toHaveLength(24);
  // At the first join after the half hour: no track is longer than four minutes.
  expect(newsAt.every((late) => late >= 0 && late < 4.1)).toBe(true);
  expect(items.slice(0, 5).map(({ reason }) => reason.playlistId)).toEqual([
    "music",
    "music",
    "music",
    "music",
    "jingles",
  ]);
});

test("[G2] a jingle due after tracks or minutes is not played right after another, one due at a minute of the hour is", () => {
  const jingle = (number: number): PlanTrack => ({
    ...track(number, "station"),
    contentKind: "jingle",
  });
  const due = (turn: PlannedPlaylist["turn"]) => {
    const planner = plannerOf([
      playlist("music", { turn: { kind: "weight", weight: 1 }, tracks: library }),
      { ...playlist("jingles", { turn, tracks: [jingle(900)], isSeparated: false }), lastAtMs: 0 },
    ]);
    planner.record({
      track: library[0] ?? jingle(1),
      atMs: startMs,
      playlistId: null,
      playlistEntryId: null,
    });
    planner.record({
      track: jingle(901),
      atMs: startMs + 1,
      playlistId: null,
      playlistEntryId: null,
    });
    const chosen = [2, 3].map((at) => planner.next(startMs + at * MINUTE_MS)?.reason.rule);
    planner.takeBack();
    return chosen;
  };

  expect(due({ kind: "every-tracks", tracks: 2 })).toEqual(["weight", "every-tracks"]);
  expect(due({ kind: "every-minutes", minutes: 60 })).toEqual(["weight", "every-minutes"]);
  expect(due({ kind: "minute-of-hour", minute: 0 })).toEqual(["minute-of-hour", "weight"]);
});

test("[G6] when not all rules can be met, the least important gives way first, and the plan says so", () => {
  const few = [track(1, "one"), track(2, "one"), track(3, "two")];
  const planner = plannerOf(
    [playlist("few", { turn: { kind: "weight", weight: 1 }, tracks: few })],
    few,
  );
  const items = Array.from({ length: 4 }, (_, index) => planner.next(startMs + index * 240_000));

  expect(items.map((item) => item?.reason.pick.gaveWay)).toEqual([
    [],
    [],
    ["hour", "album", "artist"],
    ["hour", "album", "artist", "title", "track"],
  ]);
  expect(items[2]?.reason.pick.keptOut).toEqual({
    track: 2,
    title: 0,
    artist: 1,
    album: 0,
    hour: 0,
  });
});

test("[G4] an empty playlist is named, and the library stands in for it", () => {
  const planner = plannerOf([
    playlist("empty", { turn: { kind: "weight", weight: 1 }, tracks: [] }),
  ]);

  expect(planner.next(startMs)?.reason).toMatchObject({ rule: "library", empty: ["empty"] });
  expect(plannerOf([], []).next(startMs)).toBeNull();
});

test("an undo restores the planner's earlier state", () => {
  const planner = plannerOf([
    playlist("all", { turn: { kind: "weight", weight: 1 }, tracks: library }),
  ]);
  const plan = () =>
    Array.from({ length: 50 }, (_, index) => planner.next(startMs + index * 2e5)?.track.id);
  const first = plan();

  planner.takeBack();

  expect(plan()).toEqual(first);
});

test("[G3][G15] an ordered playlist continues after a dropped track, and keeps its turn", () => {
  const pool = createPlaylistPool({
    order: "ordered",
    tracks: poolTracks(library.slice(0, 3)),
    entryIds: null,
    last: null,
    played: new Map(),
    seed: 1,
    isSeparated: true,
  });
  const own = {
    ...playlist("serial", { turn: { kind: "every-minutes", minutes: 60 }, tracks: [] }),
    pool,
    lastAtMs: startMs - 2 * 3_600_000,
  };
  const planner = plannerOf([own]);
  const [first] = library;
  if (first === undefined) throw new Error("there are no tracks");

  planner.record({
    track: first,
    atMs: startMs,
    playlistId: "serial",
    playlistEntryId: null,
    isDropped: true,
  });

  expect(planner.next(startMs)).toMatchObject({
    track: { id: "track 1" },
    reason: { playlistId: "serial" },
  });
});

test("[G3] an ordered playlist continues after its own last track, and starts over at its end", () => {
  const pool = createPlaylistPool({
    order: "ordered",
    tracks: poolTracks(library.slice(0, 3)),
    entryIds: null,
    last: { trackId: "track 1", playlistEntryId: null },
    // Played from elsewhere.
    played: new Map([["track 0", { spins: 4, lastAtMs: 3 }]]),
    seed: 1,
    isSeparated: true,
  });
  const recent = createRecentPlays(separation);
  const order = Array.from({ length: 3 }, () => {
    const id = pool.pick(recent, startMs)?.track.id ?? "";
    pool.take(id, { atMs: startMs, isOwn: true, playlistEntryId: null });
    pool.take("track 2", { atMs: startMs, isOwn: false, playlistEntryId: null });
    return id;
  });

  expect(order).toEqual(["track 2", "track 0", "track 1"]);
});
