import type { Separation } from "@neonrelay/contract";
import type { Connection } from "../database/database.ts";
import { listStoredPlaylists, type StoredPlaylist } from "../playlists/playlist-store.ts";
import { listPlaylistTrackIds } from "../playlists/playlist-track-store.ts";
import {
  loadKnownTracks,
  loadPlaylistSpins,
  loadRecentBegins,
  loadTrackSpins,
  type KnownTrack,
} from "./plan-input-store.ts";
import { createPlanner, type PlannedPlaylist, type Planner } from "./planner.ts";
import { createPlaylistPool, type PoolOptions } from "./playlist-pool.ts";
import { createRecentPlays, type PlanTrack } from "./recent-plays.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Spins are counted over four weeks. */
const SPINS_MS = 28 * DAY_MS;
/** Longer than any rule of separation looks back. */
const RECENT_MS = 8 * DAY_MS;

/** What a plan is made with, as the database has it at one moment. */
export interface PlanMaker {
  readonly planner: Planner;
  readonly tracks: ReadonlyMap<string, KnownTrack>;
  readonly playlistNames: ReadonlyMap<string, string>;
}

/** @returns null when no playlist has a turn: then there is no plan, and on-air's rotation plays */
export async function makePlanner(
  connection: Connection,
  {
    separation,
    nowMs,
    seed,
  }: {
    readonly separation: Separation;
    readonly nowMs: number;
    readonly seed: number;
  },
): Promise<PlanMaker | null> {
  const stored = (await listStoredPlaylists(connection)).filter(({ turn }) => turn.kind !== "off");
  if (stored.length === 0) return null;
  const tracks = await loadKnownTracks(connection);
  const played = await loadTrackSpins(connection, nowMs - SPINS_MS);
  const poolOf = (options: Pick<PoolOptions, "order" | "tracks" | "isSeparated">) =>
    createPlaylistPool({ ...options, played, seed });
  const playlists: PlannedPlaylist[] = [];
  for (const playlist of stored) {
    const ids = await listPlaylistTrackIds(connection, playlist, nowMs);
    const pool = poolOf({ ...playlist, tracks: known(tracks, ids) });
    playlists.push(await toPlanned(connection, { playlist, pool, nowMs }));
  }
  const rotated = [...tracks.values()].filter(({ isRotated }) => isRotated);
  const library = poolOf({ order: "shuffled", tracks: rotated, isSeparated: true });
  const recent = createRecentPlays(separation);
  for (const { trackId, atMs } of await loadRecentBegins(connection, nowMs - RECENT_MS)) {
    const track = tracks.get(trackId);
    if (track !== undefined) recent.note(track, atMs);
  }
  return {
    planner: createPlanner({ playlists, library, recent }),
    tracks,
    playlistNames: new Map(stored.map(({ id, name }) => [id, name])),
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
    // A new one is not due at once.
    lastAtMs: given?.lastAtMs ?? createdAt.getTime(),
    tracksSince: given?.tracksSince ?? 0,
    spins: given?.spins ?? 0,
  };
}
