import { defaultSeparation } from "@neonrelay/contract";
import type { PlannedTrack } from "./programme-planner.ts";
import type { PlanTrack } from "./recent-plays.ts";
import type { MadeUpStation } from "./test-station-week.ts";

const MINUTE_MS = 60_000;

/** Items that came too soon although another track of their playlist would not have. Only looks at what was on air. */
export function findBroken(
  station: MadeUpStation,
  {
    items,
    dayBefore,
  }: {
    readonly items: readonly PlannedTrack[];
    readonly dayBefore: (atMs: number) => number;
  },
): readonly PlannedTrack[] {
  const playlists = new Map(station.playlists.map((playlist) => [playlist.id, playlist]));
  const lastAt = new Map<string, number>();
  const begins = new Map<string, number[]>();
  const rests = (key: string | null, minutes: number, atMs: number): boolean =>
    key !== null && atMs - (lastAt.get(key) ?? -Infinity) < minutes * MINUTE_MS;
  const isTooSoon = (track: PlanTrack, atMs: number): boolean =>
    rests(track.id, defaultSeparation.trackMinutes, atMs) ||
    rests(track.titleKey, defaultSeparation.titleMinutes, atMs) ||
    rests(track.artistKey, defaultSeparation.artistMinutes, atMs) ||
    rests(track.albumKey, defaultSeparation.albumMinutes, atMs) ||
    (begins.get(track.id) ?? []).some(
      (begin) => Math.abs(dayBefore(atMs) - begin) < 30 * MINUTE_MS,
    );
  return items.filter(({ track, startsAtMs, reason }) => {
    const playlist = playlists.get(reason.playlistId ?? "");
    const isBroken =
      playlist?.isSeparated === true &&
      isTooSoon(track, startsAtMs) &&
      playlist.tracks.some((other) => !isTooSoon(other, startsAtMs));
    for (const key of [track.id, track.titleKey, track.artistKey, track.albumKey])
      if (key !== null) lastAt.set(key, startsAtMs);
    begins.set(track.id, [...(begins.get(track.id) ?? []).slice(-2), startsAtMs]);
    return isBroken;
  });
}
