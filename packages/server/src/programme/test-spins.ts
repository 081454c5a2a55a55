import type { KnownTrack } from "./plan-input-store.ts";
import { indexFrom, type SimulatedPlay } from "./test-station-planner.ts";
import type { MadeUpStation } from "./test-station-week.ts";

const FOUR_WEEKS_MS = 28 * 24 * 3_600_000;

/** A playlist in which a track played too often within a span, compared with another. */
interface UnevenPlaylist {
  readonly playlistId: string;
  /** The first of its four weeks. */
  readonly week: number;
  /** Excess spins, for a weight of 1. */
  readonly tooMany: number;
}

export interface Evenness {
  readonly playlists: number;
  /** Consecutive four-week spans, or the whole of a shorter period. */
  readonly spans: number;
  readonly uneven: readonly UnevenPlaylist[];
}

/**
 * A track may play once more than another of the same playlist and weight, or 20 % more, and once more again if it
 * filled an hour. Requested tracks count as the minimum, but not as the maximum.
 */
export function measureSpins(
  station: Pick<MadeUpStation, "playlists">,
  {
    plays,
    fromMs,
    untilMs,
  }: {
    readonly plays: readonly SimulatedPlay[];
    readonly fromMs: number;
    readonly untilMs: number;
  },
): Evenness {
  const playlists = station.playlists.filter(({ isSeparated }) => isSeparated);
  const spans = Math.max(1, Math.floor((untilMs - fromMs) / FOUR_WEEKS_MS));
  const uneven = Array.from({ length: spans }, (_, span) => {
    const startMs = fromMs + span * FOUR_WEEKS_MS;
    const own = plays.slice(indexFrom(plays, startMs), indexFrom(plays, startMs + FOUR_WEEKS_MS));
    return playlists.flatMap(({ id, tracks }) => {
      const tooMany = excessOf(tracks, own);
      return tooMany > 0 ? { playlistId: id, week: span * 4, tooMany } : [];
    });
  });
  return { playlists: playlists.length, spans, uneven: uneven.flat() };
}

function excessOf(tracks: readonly KnownTrack[], plays: readonly SimulatedPlay[]): number {
  const spins = new Map<string, number>();
  const requested = new Set<string>();
  const fitted = new Set<string>();
  for (const { track, isRequest, isFitted } of plays) {
    spins.set(track.id, (spins.get(track.id) ?? 0) + 1);
    if (isRequest) requested.add(track.id);
    if (isFitted) fitted.add(track.id);
  }
  const shares = tracks.map(({ id, weight }) => ({
    share: (spins.get(id) ?? 0) / weight,
    inTurn: ((spins.get(id) ?? 0) - Number(fitted.has(id))) / weight,
    isRequested: requested.has(id),
  }));
  const lowest = Math.min(...shares.map(({ share }) => share));
  const asTurns = shares.filter(({ isRequested }) => !isRequested);
  const highest = Math.max(...asTurns.map(({ inTurn }) => inTurn));
  return highest - Math.max(lowest + 1, lowest * 1.2);
}
