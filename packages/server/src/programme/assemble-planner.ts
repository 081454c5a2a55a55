import type { Separation } from "@neonrelay/contract";
import type { KnownTrack, RecentBegin, TrackSpins } from "./plan-input-store.ts";
import { planFrames } from "./plan-frames.ts";
import { createPlanner, type PlannedPlaylist } from "./planner.ts";
import { createPlaylistPool, type PoolOptions } from "./playlist-pool.ts";
import { poolTracksAgain, type PoolTracks } from "./pool-tracks.ts";
import {
  createProgrammePlanner,
  kindPlaylistId,
  type ProgrammePlanner,
} from "./programme-planner.ts";
import { createRecentPlays, type PlanTrack } from "./recent-plays.ts";
import { sourcesOf, type StationSchedule } from "./station-schedule.ts";

export type PoolTracksById = ReadonlyMap<string, PoolTracks>;

/** A playlist with its recent plays. */
export interface PlaylistState
  extends
    Omit<PlannedPlaylist, "pool">,
    Pick<PoolOptions, "order" | "isSeparated" | "entryIds" | "last"> {
  /** The playable tracks, in order. */
  readonly tracks: readonly PlanTrack[];
}

/** The input of a plan. */
export interface PlannerState {
  readonly separation: Separation;
  readonly seed: number;
  readonly tracks: ReadonlyMap<string, KnownTrack>;
  /** From the previous plan, to save time. */
  readonly poolTracks: PoolTracksById;
  /** Starts some hours ago, so that the plan finds its position in the current clock hour. */
  readonly schedule: StationSchedule;
  readonly playlists: readonly PlaylistState[];
  /** How often each track was played recently. */
  readonly played: ReadonlyMap<string, TrackSpins>;
  /** Plays as far back as separation rules look, oldest first. */
  readonly begins: readonly RecentBegin[];
}

export interface AssembledPlanner {
  readonly planner: ProgrammePlanner;
  /** By playlist; the next plan reuses those that have not changed. */
  readonly poolTracks: PoolTracksById;
  /** The schedule is known until then. */
  readonly untilMs: number;
}

export function assemblePlanner({
  separation,
  seed,
  tracks,
  poolTracks: before,
  schedule,
  playlists: states,
  played,
  begins,
}: PlannerState): AssembledPlanner {
  const poolTracks = new Map<string, PoolTracks>();
  const poolOf: PoolMaker = ({ id, tracks: own, ...options }) => {
    const again = poolTracksAgain(before.get(id), own);
    poolTracks.set(id, again);
    return createPlaylistPool({ ...options, tracks: again, played, seed });
  };
  const frames = planFrames(schedule);
  const { kinds } = sourcesOf(frames);
  const playlists: readonly PlannedPlaylist[] = [
    ...states.map((state) => ({
      ...state,
      isOfJingles: isOfJingles(state.tracks),
      pool: poolOf(state),
      // An ordered playlist ignores the rules, so none of them removes a planned item.
      isSeparated: state.isSeparated && state.order !== "ordered",
    })),
    ...[...kinds].map((kind) => kindPlaylist(kind, tracks, poolOf)),
  ];
  const rotated = [...tracks.values()].filter(({ isRotated }) => isRotated);
  const library = poolOf({
    id: "library",
    order: "shuffled",
    entryIds: null,
    last: null,
    tracks: rotated,
    isSeparated: true,
  });
  const recent = createRecentPlays(separation, schedule.dayBefore);
  for (const { trackId, atMs } of begins) {
    const track = tracks.get(trackId);
    if (track !== undefined) recent.record(track, atMs);
  }
  const { hourStart } = schedule;
  const lastTrack = tracks.get(begins.at(-1)?.trackId ?? "");
  const byTurns = createPlanner({ playlists, library, recent, lastTrack, hourStart });
  const planner = createProgrammePlanner({ frames, planner: byTurns, tracks });
  const [first] = frames;
  if (first !== undefined)
    for (const { trackId, atMs, slotId } of begins) {
      const track = tracks.get(trackId);
      if (atMs >= first.fromMs) planner.resume({ track, atMs, slotId });
    }
  return { planner, poolTracks, untilMs: frames.at(-1)?.untilMs ?? 0 };
}

type PoolMaker = (
  playlist: Pick<PlaylistState, "id" | "tracks" | "order" | "isSeparated" | "entryIds" | "last">,
) => PlannedPlaylist["pool"];

function isOfJingles(tracks: readonly PlanTrack[]): boolean {
  return tracks.length > 0 && tracks.every(({ contentKind }) => contentKind === "jingle");
}

/** All tracks of a kind, for slots that take any of it. */
function kindPlaylist(
  kind: string,
  tracks: ReadonlyMap<string, KnownTrack>,
  poolOf: PoolMaker,
): PlannedPlaylist {
  const id = kindPlaylistId(kind);
  const isSeparated = kind === "music";
  const own = [...tracks.values()].filter(
    ({ contentKind, isInRotation }) => contentKind === kind && isInRotation,
  );
  return {
    id,
    name: kind,
    turn: { kind: "off" },
    pool: poolOf({
      id,
      order: "shuffled",
      entryIds: null,
      last: null,
      tracks: own,
      isSeparated,
    }),
    isSeparated,
    lastAtMs: null,
    tracksSince: 0,
    spins: 0,
  };
}
