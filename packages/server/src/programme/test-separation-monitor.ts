import { defaultSeparation } from "@neonrelay/contract";
import type { PlanTrack } from "./recent-plays.ts";
import type { SimulatedPlay } from "./test-station-planner.ts";
import type { MadeUpStation } from "./test-station-week.ts";

const MINUTE_MS = 60_000;

/**
 * Plays that came too soon although another track of their playlist would have been fine. Considers only what was on
 * air.
 */
export function findBroken(
  station: MadeUpStation,
  {
    plays,
    dayBefore,
  }: {
    readonly plays: readonly SimulatedPlay[];
    readonly dayBefore: (atMs: number) => number;
  },
): readonly SimulatedPlay[] {
  const playlists = new Map(station.playlists.map((playlist) => [playlist.id, playlist]));
  const lastAt = new Map<string, number>();
  const begins = new Map<string, number[]>();
  const rests = (key: string | null, minutes: number, atMs: number): boolean =>
    key !== null && atMs - (lastAt.get(key) ?? -Infinity) < minutes * MINUTE_MS;
  const isTooSoon = (track: PlanTrack, atMs: number): boolean =>
    rests(track.id, defaultSeparation.trackMinutes, atMs) ||
    rests(track.titleKey, defaultSeparation.titleMinutes, atMs) ||
    track.artistKeys.some((key) => rests(key, defaultSeparation.artistMinutes, atMs)) ||
    rests(track.albumKey, defaultSeparation.albumMinutes, atMs) ||
    (begins.get(track.id) ?? []).some(
      (begin) => Math.abs(dayBefore(atMs) - begin) < 30 * MINUTE_MS,
    );
  return plays.filter(({ track, atMs, playlistId }) => {
    const playlist = playlists.get(playlistId ?? "");
    const isBroken =
      playlist?.isSeparated === true &&
      isTooSoon(track, atMs) &&
      playlist.tracks.some((other) => !isTooSoon(other, atMs));
    for (const key of [track.id, track.titleKey, ...track.artistKeys, track.albumKey])
      if (key !== null) lastAt.set(key, atMs);
    begins.set(track.id, [...(begins.get(track.id) ?? []).slice(-2), atMs]);
    return isBroken;
  });
}
