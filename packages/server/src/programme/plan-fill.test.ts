import { expect, test } from "vitest";
import { noPlace } from "./plan-entry.ts";
import { fillPlan, insertPlace, movePlace, timePlan, type PlanPlace } from "./plan-fill.ts";
import { planFrames } from "./plan-frames.ts";
import { createPlanner } from "./planner.ts";
import { createPlaylistPool } from "./playlist-pool.ts";
import { poolTracks } from "./pool-tracks.ts";
import { createProgrammePlanner, type PlannedTrack } from "./programme-planner.ts";
import { createRecentPlays, type PlanTrack } from "./recent-plays.ts";
import { finish } from "./small-steps.ts";

const MINUTE_MS = 60_000;
const startMs = Date.UTC(2027, 0, 1);
const span = { startMs, untilMs: startMs + 60 * MINUTE_MS, mostItems: 500 };

function track(id: string, lengthMs = 4 * MINUTE_MS): PlanTrack {
  const keys = { artistKeys: [id] as const, titleKey: `${id}\ntitle`, albumKey: null };
  return { id, title: id, artist: id, ...keys, lengthMs, weight: 1 };
}

/** Weighted music with this many tracks, and a jingle after every second track. */
function plannerOf(music: number) {
  const poolOf = (tracks: readonly PlanTrack[], isSeparated: boolean) =>
    createPlaylistPool({
      order: "shuffled",
      entryIds: null,
      last: null,
      tracks: poolTracks(tracks),
      played: new Map(),
      seed: 1,
      isSeparated,
    });
  const tracks = Array.from({ length: music }, (_, index) => track(`music ${index}`));
  const state = { lastAtMs: null, tracksSince: 0, spins: 0 };
  const planner = createPlanner({
    playlists: [
      {
        id: "music",
        name: "music",
        turn: { kind: "weight", weight: 1 },
        pool: poolOf(tracks, true),
        isSeparated: true,
        ...state,
      },
      {
        id: "jingles",
        name: "jingles",
        turn: { kind: "every-tracks", tracks: 2 },
        pool: poolOf([track("jingle", 5000)], false),
        isSeparated: false,
        ...state,
      },
    ],
    library: poolOf(tracks, true),
    recent: createRecentPlays({
      trackMinutes: 240,
      titleMinutes: 0,
      artistMinutes: 0,
      albumMinutes: 0,
      notAtYesterdaysHour: false,
    }),
  });
  const noEntry = {
    entryId: null,
    showId: null,
    showName: null,
    content: { kind: "turns" },
  } as const;
  const spans = [{ ...noEntry, fromMs: startMs, untilMs: span.untilMs }];
  const frames = planFrames({ spans, clocks: new Map(), hourStart: (atMs) => atMs });
  const all = new Map(tracks.map((each) => [each.id, each]));
  return createProgrammePlanner({ frames, planner, tracks: all });
}

let made = 0;
function toPlace({ track: chosen, startsAtMs, reason, place }: PlannedTrack): PlanPlace {
  made += 1;
  const { playlistId, playlistEntryId, pick } = reason;
  const from = { playlistId, playlistEntryId };
  const { gaveWay } = pick;
  const id = String(made);
  return { id, track: chosen, ...from, startsAtMs, isLocked: false, gaveWay, place };
}
const makers = { toPlace, withNotes: (place: PlanPlace) => place };

const idsOf = (places: readonly PlanPlace[]) => places.map(({ id }) => id);

test("[G14] topping up a plan keeps its items, including those that ignore rules", () => {
  const planner = plannerOf(3);
  const first = finish(fillPlan(planner, span, [], makers));

  planner.takeBack();
  const second = finish(fillPlan(planner, span, first, makers));

  expect(first.some(({ gaveWay }) => gaveWay.includes("track"))).toBe(true);
  expect(idsOf(second)).toEqual(idsOf(first));
});

test("[G14] a track that rules no longer allow is replaced by another, and jingles keep their spacing", () => {
  const planner = plannerOf(40);
  const first = finish(fillPlan(planner, span, [], makers));
  const doubled = first.map((place) =>
    place.playlistId === "music" ? { ...place, track: first[0]?.track ?? place.track } : place,
  );

  planner.takeBack();
  const second = finish(fillPlan(planner, span, doubled, makers));
  const kinds = second.slice(0, 9).map(({ playlistId }) => playlistId);

  expect(kinds).toEqual([
    "music",
    "music",
    "jingles",
    "music",
    "music",
    "jingles",
    "music",
    "music",
    "jingles",
  ]);
  const music = second.filter(({ playlistId }) => playlistId === "music");
  expect(new Set(music.map((place) => place.track.id)).size).toBe(music.length);
});

test("[G15] an item moved down follows directly after those it passed, with nothing new between", () => {
  const planner = plannerOf(40);
  const first = finish(fillPlan(planner, span, [], makers));
  const [, , , moved, passed, behind] = first;
  if (moved === undefined || passed === undefined) throw new Error("the plan is too short");
  const locked = first.map((place) => (place === moved ? { ...place, isLocked: true } : place));
  const edited = movePlace(locked, { id: moved.id, beforeId: behind?.id ?? null }) ?? [];

  planner.takeBack();
  const second = finish(fillPlan(planner, span, edited, makers));

  expect(idsOf(second.slice(3, 5))).toEqual([passed.id, moved.id]);
  expect(idsOf(second.slice(5))).toEqual(idsOf(first.slice(5)));
});

test("[G15] a locked item keeps its time: tracks are added before it when others are removed", () => {
  const planner = plannerOf(40);
  const first = finish(fillPlan(planner, span, [], makers));
  const locked = first[6];
  if (locked === undefined) throw new Error("the plan is too short");
  const kept = [{ ...locked, isLocked: true }];

  planner.takeBack();
  const second = finish(fillPlan(planner, span, kept, makers));
  const found = second.find(({ id }) => id === locked.id);

  expect(Math.abs((found?.startsAtMs ?? 0) - locked.startsAtMs)).toBeLessThan(4 * MINUTE_MS);
  expect(second.indexOf(found ?? locked)).toBeGreaterThan(3);
});

test("[G15] items are moved, inserted and timed one after another", () => {
  const places = ["a", "b", "c"].map((id) => ({
    id,
    track: track(id, 1000),
    playlistId: null,
    playlistEntryId: null,
    startsAtMs: 0,
    isLocked: false,
    gaveWay: [],
    place: noPlace,
  }));

  expect(idsOf(movePlace(places, { id: "c", beforeId: "a" }) ?? [])).toEqual(["c", "a", "b"]);
  expect(idsOf(movePlace(places, { id: "a", beforeId: null }) ?? [])).toEqual(["b", "c", "a"]);
  const timesOf = (moved: readonly PlanPlace[] | null) =>
    moved?.map(({ startsAtMs, track: { lengthMs } }) => startsAtMs / lengthMs);
  const timed = timePlan(places, 0);
  expect(timesOf(movePlace(timed, { id: "c", beforeId: "b" }))).toEqual([0, 1, 1]);
  expect(timesOf(movePlace(timed, { id: "a", beforeId: "c" }))).toEqual([1, 1, 2]);
  expect(movePlace(places, { id: "x", beforeId: null })).toBeNull();
  expect(movePlace(places, { id: "a", beforeId: "x" })).toBeNull();
  expect(timePlan(places, 5).map(({ startsAtMs }) => startsAtMs)).toEqual([5, 1005, 2005]);
  const [first] = places;
  if (first === undefined) throw new Error("no place");
  const place = { ...first, id: "new" };
  expect(idsOf(insertPlace(places, { place, beforeId: "b" }) ?? [])).toEqual([
    "a",
    "new",
    "b",
    "c",
  ]);
});
