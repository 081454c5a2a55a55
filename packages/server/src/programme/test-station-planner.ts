import { defaultSeparation } from "@neonrelay/contract";
import { timetable } from "../schedule/timetable.ts";
import { assemblePlanner, type AssembledPlanner } from "./assemble-planner.ts";
import { clockFace, type StationSchedule } from "./station-schedule.ts";
import type { KnownTrack, TrackSpins } from "./plan-input-store.ts";
import type { MadeUpStation } from "./test-station-week.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** How far back the station looks when it makes a plan. */
const SPINS_MS = 28 * DAY_MS;
const RECENT_MS = 8 * DAY_MS;
const CLOCK_MS = 3 * HOUR_MS;
/** How far ahead the schedule is read for a plan. */
const AHEAD_MS = 36 * HOUR_MS;

/** A past play. */
export interface SimulatedPlay {
  readonly track: KnownTrack;
  readonly atMs: number;
  readonly playlistId: string | null;
  readonly slotId: string | null;
  readonly isRequest: boolean;
  /** Chosen to fill an hour. */
  readonly isFitted: boolean;
}

/** Lays out the schedule of a made-up station for some days. */
export function layOut(
  { entries, shows, clocks }: MadeUpStation,
  {
    fromMs,
    days,
    timeZone,
  }: { readonly fromMs: number; readonly days: number; readonly timeZone: string },
): StationSchedule {
  const spans = timetable({
    entries,
    holidays: [],
    shows: new Map(shows.map((show) => [show.id, show])),
    timeZone,
    fromMs,
    untilMs: fromMs + days * DAY_MS,
  });
  const byId = new Map(clocks.map((clock) => [clock.id, clock]));
  return { spans, clocks: byId, ...clockFace(timeZone) };
}

/** A planner for a made-up station, built like the server's from library, schedule and history. */
export function planStation(
  { tracks, playlists }: MadeUpStation,
  {
    schedule: { spans, ...schedule },
    nowMs,
    seed,
    plays,
    before,
  }: {
    readonly schedule: StationSchedule;
    readonly nowMs: number;
    readonly seed: number;
    /** Oldest first. */
    readonly plays: readonly SimulatedPlay[];
    readonly before: Pick<StationPlanner, "tracks" | "poolTracks"> | null;
  },
): StationPlanner {
  const known = before?.tracks ?? new Map(tracks.map((track) => [track.id, track]));
  const counted = plays.slice(indexFrom(plays, nowMs - SPINS_MS));
  const assembled = assemblePlanner({
    separation: defaultSeparation,
    seed,
    tracks: known,
    poolTracks: before?.poolTracks ?? new Map(),
    schedule: {
      ...schedule,
      spans: spans.filter(
        ({ fromMs, untilMs }) => untilMs > nowMs - CLOCK_MS && fromMs < nowMs + AHEAD_MS,
      ),
    },
    playlists: playlists.map((playlist) => ({
      ...playlist,
      name: playlist.id,
      ...turnsOf(playlist.id, counted),
    })),
    played: countSpins(counted),
    begins: plays
      .slice(indexFrom(plays, nowMs - RECENT_MS))
      .map(({ track, atMs, slotId }) => ({ trackId: track.id, atMs, slotId })),
  });
  return { ...assembled, tracks: known };
}

export interface StationPlanner extends AssembledPlanner {
  readonly tracks: ReadonlyMap<string, KnownTrack>;
}

function turnsOf(playlistId: string, plays: readonly SimulatedPlay[]) {
  const last = plays.findLastIndex((play) => play.playlistId === playlistId);
  return {
    lastAtMs: plays[last]?.atMs ?? 0,
    tracksSince: last === -1 ? 0 : plays.length - last - 1,
    spins: plays.filter((play) => play.playlistId === playlistId).length,
    entryIds: null,
    last: last === -1 ? null : { trackId: plays[last]?.track.id ?? "", playlistEntryId: null },
  };
}

function countSpins(plays: readonly SimulatedPlay[]): ReadonlyMap<string, TrackSpins> {
  const spins = new Map<string, TrackSpins>();
  for (const { track, atMs } of plays)
    spins.set(track.id, { spins: (spins.get(track.id)?.spins ?? 0) + 1, lastAtMs: atMs });
  return spins;
}

/** Index of the first play at or after this time. */
export function indexFrom(plays: readonly SimulatedPlay[], atMs: number): number {
  let low = 0;
  let high = plays.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((plays[middle]?.atMs ?? Infinity) < atMs) low = middle + 1;
    else high = middle;
  }
  return low;
}
