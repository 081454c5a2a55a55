import type { ClockSlot } from "@neonrelay/contract";
import { expect, test } from "vitest";
import { planFrames, type PlannedContent, type PlanSpan } from "./plan-frames.ts";
import { createPlanner } from "./planner.ts";
import { createPlaylistPool, type PoolOptions } from "./playlist-pool.ts";
import { poolTracks } from "./pool-tracks.ts";
import { createProgrammePlanner, kindPlaylistId, type PlannedTrack } from "./programme-planner.ts";
import { createRecentPlays, type PlanTrack } from "./recent-plays.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const startMs = Date.UTC(2027, 0, 1, 12);

function track(id: string, lengthMs: number): PlanTrack {
  const keys = { artistKeys: [id] as const, titleKey: `${id}\ntitle`, albumKey: null };
  return { id, title: id, artist: id, ...keys, lengthMs, weight: 1 };
}
const music = Array.from({ length: 300 }, (_, index) =>
  track(`music ${index}`, 150_000 + ((index * 7919) % 150) * 1000),
);
const soul = Array.from({ length: 60 }, (_, index) =>
  track(`soul ${index}`, 200_000 + index * 900),
);
const news = track("news", 90_000);
const long = track("long", 70 * MINUTE_MS);
const talkMs = 12 * MINUTE_MS;
const talk = track("talk", talkMs);
const spots = [track("spot 1", 30_000), track("spot 2", 20_000), track("spot 3", 25_000)];
const jingles = ["jingle 1", "jingle 2"].map((id): PlanTrack => ({
  ...track(id, 9000),
  contentKind: "jingle",
}));
const one = { length: { kind: "tracks", tracks: 1 } } as const;
const tracks = new Map(
  [...music, ...soul, news, long, talk, ...spots, ...jingles].map((each) => [each.id, each]),
);

const slot = (
  id: string,
  content: ClockSlot["content"],
  { start = { kind: "follow" }, length = { kind: "rest" } }: Partial<ClockSlot> = {},
): ClockSlot => ({ id, content, start, length });
const of = (playlistId: string) => ({ kind: "playlist", playlistId }) as const;
const exact = (minute: number) =>
  ({ kind: "exact", second: minute * 60, whileLive: "wait" }) as const;
const soft = (minute: number) => ({ kind: "soft", second: minute * 60 }) as const;

function plan(
  contents: readonly { readonly content: PlannedContent; readonly hours: number }[],
  {
    slots = [],
    isFilled = true,
    beginsAtMs = startMs,
    played = new Map(),
    onAir,
    jinglesEvery = null,
  }: {
    readonly slots?: ClockSlot[];
    readonly isFilled?: boolean;
    readonly beginsAtMs?: number;
    readonly played?: PoolOptions["played"];
    /** What is on air when the plan begins. */
    readonly onAir?: PlanTrack | undefined;
    readonly jinglesEvery?: number | null;
  } = {},
): readonly PlannedTrack[] {
  const poolOf = (own: readonly PlanTrack[], isSeparated: boolean) =>
    createPlaylistPool({
      order: "shuffled",
      entryIds: null,
      last: null,
      tracks: poolTracks(own),
      played,
      seed: 3,
      isSeparated,
    });
  const playlist = (id: string, own: readonly PlanTrack[], isSeparated = true) => ({
    id,
    name: id,
    turn: id === "music" ? ({ kind: "weight", weight: 1 } as const) : ({ kind: "off" } as const),
    pool: poolOf(own, isSeparated),
    isSeparated,
    lastAtMs: null,
    tracksSince: 0,
    spins: 0,
  });
  const planner = createPlanner({
    playlists: [
      playlist("music", music),
      playlist("soul", soul),
      playlist("spots", spots, false),
      playlist("empty", []),
      playlist(kindPlaylistId("jingle"), jingles, false),
      {
        ...playlist("jingles", jingles, false),
        isOfJingles: true,
        ...(jinglesEvery !== null && { turn: { kind: "every-tracks", tracks: jinglesEvery } }),
      },
    ],
    lastTrack: onAir,
    library: poolOf(music, true),
    recent: createRecentPlays({
      trackMinutes: 180,
      titleMinutes: 60,
      artistMinutes: 30,
      albumMinutes: 0,
      notAtYesterdaysHour: false,
    }),
  });
  const spans: PlanSpan[] = [];
  let fromMs = startMs;
  for (const { content, hours } of contents) {
    const untilMs = fromMs + hours * HOUR_MS;
    spans.push({ fromMs, untilMs, entryId: "entry", showId: "show", showName: "Show", content });
    fromMs = untilMs;
  }
  const clocks = new Map([["clock", { id: "clock", name: "Clock", isFilled, slots }]]);
  const hourStart = (atMs: number) => Math.floor(atMs / HOUR_MS) * HOUR_MS;
  const frames = planFrames({ spans, clocks, hourStart });
  const programme = createProgrammePlanner({ frames, planner, tracks });
  if (onAir !== undefined)
    programme.resume({ track: onAir, atMs: beginsAtMs - MINUTE_MS, slotId: null });
  const planned: PlannedTrack[] = [];
  for (let atMs = beginsAtMs; atMs < fromMs;) {
    const item = programme.next(atMs);
    if (item === null) break;
    planned.push(item);
    atMs = programme.endOf(item.track, atMs);
  }
  return planned;
}
const clock = { content: { kind: "clock", clockId: "clock" }, hours: 3 } as const;
const minuteOf = ({ startsAtMs }: PlannedTrack) => (startsAtMs - startMs) / MINUTE_MS;
const slotsOf = (items: readonly PlannedTrack[]) => items.map(({ place }) => place.slotId);

test("[G17] in a request slot its own playlist or the playlists' turns stand in", () => {
  const tracks = { length: { kind: "tracks", tracks: 2 } } as const;
  const items = plan([{ ...clock, hours: 1 }], {
    slots: [
      slot("own", { kind: "requests", playlistId: "soul" }, tracks),
      slot("turns", { kind: "requests", playlistId: null }, tracks),
      slot("empty", { kind: "requests", playlistId: "empty" }, tracks),
      slot("rest", of("music")),
    ],
  });

  const chosen = items.slice(0, 7).map(({ place: { slotId }, reason: { rule, playlistId } }) => ({
    slotId,
    rule,
    playlistId,
  }));
  const requests = { rule: "requests", playlistId: "music" };
  expect(chosen).toEqual([
    { ...requests, slotId: "own", playlistId: "soul" },
    { ...requests, slotId: "own", playlistId: "soul" },
    { ...requests, slotId: "turns" },
    { ...requests, slotId: "turns" },
    { ...requests, slotId: "empty" },
    { ...requests, slotId: "empty" },
    { rule: "slot", slotId: "rest", playlistId: "music" },
  ]);
});

test("[G17] a jingle due in a request slot plays for its own turn", () => {
  const items = plan([{ ...clock, hours: 1 }], {
    slots: [slot("turns", { kind: "requests", playlistId: null })],
    jinglesEvery: 3,
  });

  const rules = items.slice(0, 5).map(({ reason: { rule } }) => rule);
  expect(rules).toEqual(["requests", "requests", "requests", "every-tracks", "requests"]);
});

test.each([
  ["for any jingle", { kind: "content", contentKind: "jingle" }],
  ["for a playlist of jingles", of("jingles")],
  ["for a very jingle", { kind: "track", trackId: "jingle 2" }],
] as const)(
  "[G7] a clock that begins right after a jingle skips its first slot %s, and plays it in the next hour",
  (_, content) => {
    const given = { slots: [slot("jingle", content, one), slot("rest", of("music"))] };

    const behind = plan([{ ...clock, hours: 2 }], { ...given, onAir: jingles[0] });
    const others = plan([{ ...clock, hours: 2 }], { ...given, onAir: music[0] });

    expect(slotsOf(behind).slice(0, 2)).toEqual(["rest", "rest"]);
    expect(slotsOf(behind)).toContain("jingle");
    expect(slotsOf(others).slice(0, 2)).toEqual(["jingle", "rest"]);
  },
);

test("[G7] slots play in order, each with its content, and playlists in their own order", () => {
  const items = plan([clock], {
    slots: [
      slot("two", of("soul"), { length: { kind: "tracks", tracks: 2 } }),
      slot("break", { kind: "break", playlistId: "spots", spots: 3 }),
      slot("rest", of("music")),
    ],
  });

  expect(slotsOf(items).slice(0, 7)).toEqual([
    "two",
    "two",
    "break",
    "break",
    "break",
    "rest",
    "rest",
  ]);
  expect(items[0]).toMatchObject({
    place: { clock: { name: "Clock" }, show: { name: "Show" }, entryId: "entry" },
    reason: { rule: "slot", playlistId: "soul" },
  });
  expect(new Set(items.slice(2, 5).map((item) => item.track.id)).size).toBe(3);
});

test("[G9] filled hours end within ten seconds of the hour, with complete tracks only", () => {
  const items = plan([clock], { slots: [slot("rest", of("music"))] });
  const joins = [60, 120].map((minute) =>
    Math.min(...items.map((item) => Math.abs(minuteOf(item) - minute) * 60)),
  );

  expect(joins.every((seconds) => seconds <= 10)).toBe(true);
  expect(items.some(({ reason }) => reason.isFitted)).toBe(true);
});

test("[G9] hours are filled even after very uneven plays", () => {
  const played = new Map(
    music.map(({ id }, index) => [id, { spins: index % 40, lastAtMs: startMs - HOUR_MS * 100 }]),
  );
  const items = plan([{ ...clock, hours: 48 }], { slots: [slot("all", of("music"))], played });
  const ends = items.map((item) => item.startsAtMs + item.track.lengthMs);
  const unfilled = Array.from({ length: 47 }, (_, hour) => startMs + (hour + 1) * HOUR_MS).filter(
    (hourMs) => !ends.some((endMs) => Math.abs(endMs - hourMs) <= 10_000),
  );

  expect(unfilled).toEqual([]);
});

test("[G8] an exact item begins at its second, and the track before it is cut by at most ten seconds", () => {
  const items = plan([clock], {
    slots: [
      slot("rest", of("music")),
      slot("news", { kind: "track", trackId: "news" }, { start: exact(20) }),
      slot("more", of("soul")),
    ],
  });
  const own = items.filter(({ place }) => place.slotId === "news");
  const before = items.filter((_, index) => items[index + 1]?.place.slotId === "news");

  expect(own.map(minuteOf)).toEqual([20, 80, 140]);
  expect(own[0]?.place.start).toEqual({
    kind: "exact",
    atMs: startMs + 20 * MINUTE_MS,
    whileLive: "wait",
  });
  for (const [index, item] of before.entries()) {
    const overMs = item.startsAtMs + item.track.lengthMs - (own[index]?.startsAtMs ?? 0);
    expect(overMs).toBeGreaterThanOrEqual(0);
    expect(overMs).toBeLessThanOrEqual(10_000);
  }
});

test("[G8] a soft item begins at the first join from its time on, and says until when it may", () => {
  const items = plan([clock], {
    isFilled: false,
    slots: [slot("rest", of("music")), slot("soft", of("soul"), { start: soft(30) })],
  });
  const [first] = items.filter(({ place }) => place.slotId === "soft");

  expect(first?.place.start).toEqual({
    kind: "soft",
    fromMs: startMs + 30 * MINUTE_MS,
    untilMs: startMs + HOUR_MS,
  });
  expect(minuteOf(first ?? fail())).toBeGreaterThanOrEqual(30);
  expect(minuteOf(first ?? fail())).toBeLessThan(35);
});

test("[G10] the next slot replaces one with an empty playlist or a deleted track", () => {
  const items = plan([clock], {
    slots: [
      slot("empty", of("empty")),
      slot("gone", { kind: "track", trackId: "gone" }),
      slot("rest", of("music")),
    ],
  });

  expect(items[0]?.place.slotId).toBe("rest");
  expect(items[0]?.notes.map((note) => note.kind)).toEqual(["empty-slot", "empty-slot"]);
});

test("[G10] the playlists' turns fill up a clock that is too short, which the plan notes once", () => {
  const items = plan([{ ...clock, hours: 1 }], {
    slots: [slot("one", of("soul"), { length: { kind: "tracks", tracks: 1 } })],
  });

  expect(items[1]).toMatchObject({
    place: { slotId: null, clock: { name: "Clock" } },
    reason: { rule: "weight", playlistId: "music" },
    notes: [{ kind: "clock-short", clock: "Clock" }],
  });
  expect(items.slice(2).flatMap(({ notes }) => notes)).toEqual([]);
});

test("[G11] an exact item longer than its hour replaces the next hour's slots of that time, which the plan notes", () => {
  const items = plan([clock], {
    slots: [
      slot("long", { kind: "track", trackId: "long" }, { start: soft(0) }),
      slot("five", of("soul"), { start: soft(20) }),
      slot("ten", of("music"), { start: soft(40) }),
    ],
  });

  expect(slotsOf(items).slice(0, 2)).toEqual(["long", "long"]);
  expect(items[1]?.notes).toEqual([
    { kind: "gave-way", clock: "Clock", second: 1200 },
    { kind: "gave-way", clock: "Clock", second: 2400 },
  ]);
});

test("[G8] an exact item fades out one that overruns", () => {
  const items = plan([clock], {
    slots: [
      slot("long", { kind: "track", trackId: "long" }, { start: soft(30) }),
      slot("news", { kind: "track", trackId: "news" }, { start: exact(50) }),
      slot("rest", of("music")),
    ],
  });

  expect(items.filter(({ place }) => place.slotId === "news").map(minuteOf)).toEqual([
    50, 110, 170,
  ]);
});

test("[G11] an exact item past its grace period is dropped, which the plan notes", () => {
  const items = plan([clock], {
    beginsAtMs: startMs + 25 * MINUTE_MS,
    slots: [
      slot("rest", of("music")),
      slot("news", { kind: "track", trackId: "news" }, { start: exact(20) }),
      slot("more", of("soul")),
    ],
  });

  expect(items[0]?.place.slotId).toBe("more");
  expect(items[0]?.notes).toEqual([{ kind: "gave-way", clock: "Clock", second: 1200 }]);
});

test("[G1] a show plays its playlist, a live show its fallback; where these are empty, the turns take over", () => {
  const items = plan([
    { content: { kind: "playlist", playlistId: "soul" }, hours: 1 },
    { content: { kind: "live", fallbackPlaylistId: "soul" }, hours: 1 },
    { content: { kind: "live", fallbackPlaylistId: null }, hours: 1 },
    { content: { kind: "playlist", playlistId: "empty" }, hours: 1 },
  ]);
  const reasonAt = (minute: number) =>
    items.find((item) => minuteOf(item) >= minute)?.reason ?? fail();

  expect(reasonAt(0)).toMatchObject({ rule: "playlist", playlistId: "soul" });
  expect(reasonAt(60)).toMatchObject({ rule: "fallback", playlistId: "soul" });
  expect(reasonAt(120)).toMatchObject({ rule: "weight", playlistId: "music" });
  expect(reasonAt(180)).toMatchObject({ rule: "weight", playlistId: "music", empty: ["empty"] });
});

function fail(): never {
  throw new Error("there is no such item");
}

const within = (minute: number, until: number) =>
  ({ kind: "window", second: minute * 60, untilSecond: until * 60, whileLive: "wait" }) as const;

test("a slot with a window begins at the first join within it and plays to its end", () => {
  const items = plan([{ ...clock, hours: 2 }], {
    isFilled: false,
    slots: [
      slot("music", of("music")),
      slot("talk", { kind: "track", trackId: "talk" }, { start: within(20, 26) }),
      slot("more", of("music")),
    ],
  });
  const at = items.findIndex(({ place }) => place.slotId === "talk");
  const [before, given, after] = items.slice(at - 1, at + 2);
  if (before === undefined || given === undefined) throw new Error("the slot has no item");

  expect(before.place.slotId).toBe("music");
  expect(given.startsAtMs).toBe(before.startsAtMs + before.track.lengthMs);
  expect(minuteOf(given)).toBeGreaterThanOrEqual(20);
  expect(minuteOf(given)).toBeLessThan(26);
  expect(after?.startsAtMs).toBe(given.startsAtMs + talkMs);
  expect(given.place.start).toEqual({
    kind: "window",
    fromMs: startMs + 20 * MINUTE_MS,
    untilMs: startMs + 26 * MINUTE_MS,
    whileLive: "wait",
  });
});

test("without a join in its window a slot begins at the window's end and cuts what is playing", () => {
  const items = plan([{ ...clock, hours: 1 }], {
    isFilled: false,
    slots: [
      slot("long", { kind: "track", trackId: "long" }),
      slot("news", { kind: "track", trackId: "news" }, { start: within(20, 26) }),
    ],
  });

  expect(slotsOf(items).slice(0, 2)).toEqual(["long", "news"]);
  expect(items.slice(0, 3).map(minuteOf)).toEqual([0, 26, 27.5]);
});
