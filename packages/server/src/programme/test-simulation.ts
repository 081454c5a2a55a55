import { defaultSeparation } from "@neonrelay/contract";
import { clockFace } from "./clock-face.ts";
import { timetable } from "../schedule/timetable.ts";
import { planFrames, type PlanFrame } from "./plan-frames.ts";
import { createPlanner } from "./planner.ts";
import { createPlaylistPool, type PoolOptions } from "./playlist-pool.ts";
import { poolTracks, type PoolTracks } from "./pool-tracks.ts";
import { createProgrammePlanner, type PlannedTrack } from "./programme-planner.ts";
import { createRecentPlays, type PlanTrack } from "./recent-plays.ts";
import { findBroken } from "./test-separation-watch.ts";
import type { MadeUpStation } from "./test-station-week.ts";

const DAY_MS = 24 * 3_600_000;
const NEAR_MS = 10_000;

export interface SimulationFigures {
  readonly items: number;
  readonly exactItems: number;
  readonly exactMissed: number;
  readonly filledHours: number;
  readonly notFilled: number;
  /** Items where another track of the same playlist would have met every rule. */
  readonly brokenInVain: number;
  /** Playlists with tracks that came too often compared with others. */
  readonly unevenPlaylists: readonly string[];
}

/** What a station keeps from one plan to the next as long as its library and playlists stay the same. */
export interface KeptTracks {
  readonly tracks: ReadonlyMap<string, PlanTrack>;
  /** By playlist. */
  readonly poolTracks: ReadonlyMap<string, PoolTracks>;
  readonly library: PoolTracks;
}

export function keepTracks({ tracks, playlists }: MadeUpStation): KeptTracks {
  const music = playlists.filter(({ isSeparated }) => isSeparated);
  return {
    tracks: new Map(tracks.map((track) => [track.id, track])),
    poolTracks: new Map(playlists.map((playlist) => [playlist.id, poolTracks(playlist.tracks)])),
    library: poolTracks(music.flatMap((playlist) => playlist.tracks)),
  };
}

/** The planner of a made-up station, for some weeks. */
export function planStation(
  station: MadeUpStation,
  {
    fromMs,
    days,
    timeZone,
    seed,
  }: {
    readonly fromMs: number;
    readonly days: number;
    readonly timeZone: string;
    readonly seed: number;
  },
  kept = keepTracks(station),
) {
  const untilMs = fromMs + days * DAY_MS;
  const { entries, shows, clocks } = station;
  const face = clockFace(timeZone);
  const spans = timetable({
    entries,
    holidays: [],
    shows: new Map(shows.map((show) => [show.id, show])),
    timeZone,
    fromMs,
    untilMs: untilMs + DAY_MS,
  });
  const frames = planFrames({
    spans,
    clocks: new Map(clocks.map((clock) => [clock.id, clock])),
    ...face,
  });
  const poolOf = (own: Pick<PoolOptions, "order" | "tracks" | "isSeparated">) =>
    createPlaylistPool({ ...own, played: new Map(), seed });
  const playlists = station.playlists.map((playlist) => ({
    ...playlist,
    name: playlist.id,
    pool: poolOf({ ...playlist, tracks: kept.poolTracks.get(playlist.id) ?? poolTracks([]) }),
    lastAtMs: fromMs,
    tracksSince: 0,
    spins: 0,
  }));
  const library = poolOf({ order: "shuffled", tracks: kept.library, isSeparated: true });
  const recent = createRecentPlays(defaultSeparation, face.dayBefore);
  const planner = createPlanner({ playlists, library, recent, hourStart: face.hourStart });
  const { tracks } = kept;
  return { planner: createProgrammePlanner({ frames, planner, tracks }), frames, untilMs, face };
}

/** Runs the plan on a simulated clock and counts violations of its rules. */
export function simulate(
  station: MadeUpStation,
  options: Parameters<typeof planStation>[1],
): SimulationFigures {
  const { planner, frames, untilMs, face } = planStation(station, options);
  const items: PlannedTrack[] = [];
  let settleMs = options.fromMs + DAY_MS;
  for (let atMs = options.fromMs; atMs < untilMs;) {
    const item = planner.next(atMs);
    if (item === null) break;
    items.push(item);
    atMs = planner.endOf(item.track, atMs);
    if (atMs < settleMs) continue;
    planner.settle();
    settleMs += DAY_MS;
  }
  const own = frames.filter((frame) => frame.fromMs > options.fromMs && frame.untilMs < untilMs);
  const exact = own.filter(({ start }) => start === "exact");
  const begins = new Map(items.map((item) => [item.startsAtMs, item]));
  const filled = own.filter(({ clock }) => clock?.isFilled === true);
  return {
    items: items.length,
    exactItems: exact.length,
    exactMissed: exact.filter(
      ({ fromMs, slots }) => begins.get(fromMs)?.place.slotId !== slots[0]?.id,
    ).length,
    filledHours: filled.length,
    notFilled: countNotFilled(filled, items),
    brokenInVain: findBroken(station, { items, dayBefore: face.dayBefore }).length,
    unevenPlaylists: findUneven(station, items),
  };
}

/** Frames without a track that ends near their end. */
function countNotFilled(frames: readonly PlanFrame[], items: readonly PlannedTrack[]): number {
  const ends = items.map(({ startsAtMs, track }) => startsAtMs + track.lengthMs);
  let index = 0;
  return frames.filter(({ untilMs }) => {
    while ((ends[index] ?? Infinity) < untilMs - NEAR_MS) index += 1;
    return (ends[index] ?? Infinity) > untilMs + NEAR_MS;
  }).length;
}

function findUneven(station: MadeUpStation, items: readonly PlannedTrack[]): readonly string[] {
  const spins = new Map<string, number>();
  for (const { track } of items) spins.set(track.id, (spins.get(track.id) ?? 0) + 1);
  return station.playlists
    .filter(({ isSeparated }) => isSeparated)
    .flatMap(({ id, tracks }) => {
      const shares = tracks.map((track: PlanTrack) => (spins.get(track.id) ?? 0) / track.weight);
      const lowest = Math.min(...shares);
      const highest = Math.max(...shares);
      return highest > Math.max(lowest + 1, lowest * 1.2)
        ? [`${id}: from ${lowest} to ${highest}`]
        : [];
    });
}
