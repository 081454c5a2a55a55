import type { Separation } from "@neonrelay/contract";
import type { Connection } from "../database/database.ts";
import { listStoredPlaylists, type StoredPlaylist } from "../playlists/playlist-store.ts";
import { listPlaylistTrackIds } from "../playlists/playlist-track-store.ts";
import {
  loadPlaylistSpins,
  loadRecentBegins,
  loadTrackSpins,
  type KnownTrack,
} from "./plan-input-store.ts";
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
import { isScheduled, sourcesOf, type StationSchedule } from "./station-schedule.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Plays are counted over four weeks. */
const SPINS_MS = 28 * DAY_MS;
/** Longer than any separation rule looks back. */
const RECENT_MS = 8 * DAY_MS;

/** What a plan is made from, as the database has it at one moment. */
export interface PlanMaker {
  readonly planner: ProgrammePlanner;
  readonly tracks: ReadonlyMap<string, KnownTrack>;
  readonly playlistNames: ReadonlyMap<string, string>;
  /** By playlist; the next plan uses those that are still the same. */
  readonly poolTracks: PoolTracksById;
  /** Until when the schedule is known. */
  readonly untilMs: number;
}

export type PoolTracksById = ReadonlyMap<string, PoolTracks>;

/**
 * @param poolTracks of the plan before
 * @param schedule begins some hours ago, so that the plan finds its place in the clock of this hour
 * @returns null when no playlist has a turn and nothing is scheduled: on-air's rotation plays
 */
export async function makePlanner(
  connection: Connection,
  {
    separation,
    nowMs,
    seed,
    tracks,
    poolTracks: before,
    schedule,
  }: {
    readonly separation: Separation;
    readonly nowMs: number;
    readonly seed: number;
    readonly tracks: ReadonlyMap<string, KnownTrack>;
    readonly poolTracks: PoolTracksById;
    readonly schedule: StationSchedule;
  },
): Promise<PlanMaker | null> {
  const frames = planFrames(schedule);
  const { playlistIds, kinds } = sourcesOf(frames);
  const all = await listStoredPlaylists(connection);
  const stored = all.filter(({ id, turn }) => turn.kind !== "off" || playlistIds.has(id));
  if (stored.length === 0 && !isScheduled(schedule)) return null;
  const played = await loadTrackSpins(connection, nowMs - SPINS_MS);
  const poolTracks = new Map<string, PoolTracks>();
  const poolOf: PoolMaker = ({ id, tracks: own, order, isSeparated }) => {
    const again = poolTracksAgain(before.get(id), own);
    poolTracks.set(id, again);
    return createPlaylistPool({ order, isSeparated, tracks: again, played, seed });
  };
  const playlists: PlannedPlaylist[] = [];
  for (const playlist of stored) {
    const ids = await listPlaylistTrackIds(connection, playlist, nowMs);
    const pool = poolOf({ ...playlist, tracks: known(tracks, ids) });
    playlists.push(await toPlanned(connection, { playlist, pool, nowMs }));
  }
  for (const kind of kinds) playlists.push(kindPlaylist(kind, tracks, poolOf));
  const rotated = [...tracks.values()].filter(({ isRotated }) => isRotated);
  const library = poolOf({
    id: "library",
    order: "shuffled",
    tracks: rotated,
    isSeparated: true,
  });
  const recent = createRecentPlays(separation, schedule.dayBefore);
  const begins = await loadRecentBegins(connection, nowMs - RECENT_MS);
  for (const { trackId, atMs } of begins) {
    const track = tracks.get(trackId);
    if (track !== undefined) recent.note(track, atMs);
  }
  const { hourStart } = schedule;
  const byTurns = createPlanner({ playlists, library, recent, hourStart });
  const planner = createProgrammePlanner({ frames, planner: byTurns, tracks });
  for (const { atMs, slotId } of begins)
    if (atMs >= (frames[0]?.fromMs ?? Infinity)) planner.resume(atMs, slotId);
  return {
    planner,
    tracks,
    playlistNames: new Map(all.map(({ id, name }) => [id, name])),
    poolTracks,
    untilMs: frames.at(-1)?.untilMs ?? nowMs,
  };
}

type PoolMaker = (
  playlist: Pick<PoolOptions, "order" | "isSeparated"> & {
    readonly id: string;
    readonly tracks: readonly PlanTrack[];
  },
) => PlannedPlaylist["pool"];

/** All tracks of a kind, for slots that take any track of it. */
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
    pool: poolOf({ id, order: "shuffled", tracks: own, isSeparated }),
    isSeparated,
    lastAtMs: null,
    tracksSince: 0,
    spins: 0,
  };
}

function known(
  tracks: ReadonlyMap<string, PlanTrack>,
  ids: readonly string[],
): readonly PlanTrack[] {
  return ids.flatMap((id) => tracks.get(id) ?? []);
}

async function toPlanned(
  connection: Connection,
  {
    playlist,
    pool,
    nowMs,
  }: {
    readonly playlist: StoredPlaylist;
    readonly pool: PlannedPlaylist["pool"];
    readonly nowMs: number;
  },
): Promise<PlannedPlaylist> {
  const { id, name, turn, isSeparated, createdAt } = playlist;
  const own = { playlistId: id, sinceMs: nowMs - SPINS_MS };
  const given = await loadPlaylistSpins(connection, own);
  return {
    id,
    name,
    turn,
    pool,
    isSeparated,
    // A new playlist is not due at once.
    lastAtMs: given?.lastAtMs ?? createdAt.getTime(),
    tracksSince: given?.tracksSince ?? 0,
    spins: given?.spins ?? 0,
  };
}
