import type { Connection } from "../database/database.ts";
import { listStoredPlaylists } from "../playlists/playlist-store.ts";
import { listPlaylistTrackIds } from "../playlists/playlist-track-store.ts";
import {
  assemblePlanner,
  type AssembledPlanner,
  type PlannerState,
  type PlaylistState,
} from "./assemble-planner.ts";
import {
  findLastPlace,
  loadPlaylistSpins,
  loadRecentBegins,
  loadTrackSpins,
  type KnownTrack,
} from "./plan-input-store.ts";
import { planFrames } from "./plan-frames.ts";
import { isScheduled, sourcesOf } from "./station-schedule.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Spins are counted over four weeks. */
const SPINS_MS = 28 * DAY_MS;
/** Longer than any separation rule looks back. */
const RECENT_MS = 8 * DAY_MS;

/** A planner for the state of the database at one moment. */
export interface PlanMaker extends AssembledPlanner {
  readonly tracks: ReadonlyMap<string, KnownTrack>;
  readonly playlistNames: ReadonlyMap<string, string>;
}

/** @returns null when no playlist has a turn and nothing is scheduled, so that on-air plays its rotation */
export async function makePlanner(
  connection: Connection,
  {
    nowMs,
    ...given
  }: Omit<PlannerState, "playlists" | "played" | "begins"> & {
    readonly nowMs: number;
  },
): Promise<PlanMaker | null> {
  const { tracks, schedule } = given;
  const { playlistIds } = sourcesOf(planFrames(schedule));
  const all = await listStoredPlaylists(connection);
  const stored = all.filter(({ id, turn }) => turn.kind !== "off" || playlistIds.has(id));
  if (stored.length === 0 && !isScheduled(schedule)) return null;
  const playlists: PlaylistState[] = [];
  for (const playlist of stored) {
    const listed = await listPlaylistTrackIds(connection, playlist, nowMs);
    const own = { playlistId: playlist.id, sinceMs: nowMs - SPINS_MS };
    const past = await loadPlaylistSpins(connection, own);
    playlists.push({
      ...playlist,
      ...knownOf(listed, tracks),
      last:
        playlist.order === "ordered"
          ? await findLastPlace(connection, { playlistId: playlist.id, ...listed })
          : null,
      // A new playlist is not due immediately.
      lastAtMs: past?.lastAtMs ?? playlist.createdAt.getTime(),
      tracksSince: past?.tracksSince ?? 0,
      spins: past?.spins ?? 0,
    });
  }
  const played = await loadTrackSpins(connection, nowMs - SPINS_MS);
  const begins = await loadRecentBegins(connection, nowMs - RECENT_MS);
  return {
    ...assemblePlanner({ ...given, playlists, played, begins }),
    tracks,
    playlistNames: new Map(all.map(({ id, name }) => [id, name])),
  };
}

/** The plannable tracks of a playlist and their entries. */
function knownOf(
  { trackIds, entryIds }: Awaited<ReturnType<typeof listPlaylistTrackIds>>,
  tracks: ReadonlyMap<string, KnownTrack>,
): Pick<PlaylistState, "tracks" | "entryIds"> {
  return {
    tracks: trackIds.flatMap((id) => tracks.get(id) ?? []),
    entryIds: entryIds?.filter((_id, index) => tracks.has(trackIds[index] ?? "")) ?? null,
  };
}
