import { separationRules, type Separation, type SeparationRule } from "@neonrelay/contract";
import type { SeparationKeys } from "./separation-keys.ts";

/** What the plan needs to know about a track. */
export interface PlanTrack extends SeparationKeys {
  readonly id: string;
  readonly title: string;
  readonly artist: string;
  /** How long it is heard, from its cue-in to where the next one begins, in ms. */
  readonly lengthMs: number;
  /** How often it comes compared with others of its playlist; above 0. */
  readonly weight: number;
}

const MINUTE_MS = 60_000;
const HALF_AN_HOUR_MS = 30 * MINUTE_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** How long to keep the starts of a track, for the rule of the hour. */
const KEPT_MS = DAY_MS + 4 * HALF_AN_HOUR_MS;

/** Undoes {@link RecentPlays.note}. The newest change must be undone first. */
export type Undo = () => void;

/** When each track, title, artist and album began last, in past and planned plays. */
export interface RecentPlays {
  note(track: PlanTrack, atMs: number): Undo;
  /** The most important rule that keeps a track from beginning then; null: none does. */
  blocks(track: PlanTrack, atMs: number, rules: ReadonlySet<SeparationRule>): SeparationRule | null;
  /** Tracks that began so recently that a rule may exclude them, or similar tracks, then; each once. */
  resting(atMs: number): readonly PlanTrack[];
  /** When the artist was played last; -Infinity: never. */
  artistAtMs(artistKey: string): number;
  /** Whether the artist rule excludes the artist then. */
  artistRests(artistKey: string, atMs: number): boolean;
}

/** @param dayBefore the same local time of the day before */
export function createRecentPlays(
  separation: Separation,
  dayBefore: (atMs: number) => number = (atMs) => atMs - DAY_MS,
): RecentPlays {
  const trackAt = new Map<string, number>();
  const titleAt = new Map<string, number>();
  const artistAt = new Map<string, number>();
  const albumAt = new Map<string, number>();
  const begins = new Map<string, readonly number[]>();
  /** In order of start. */
  const log: { readonly track: PlanTrack; readonly atMs: number }[] = [];
  const { trackMinutes, titleMinutes, artistMinutes, albumMinutes } = separation;
  const longestMs = Math.max(trackMinutes, titleMinutes, artistMinutes, albumMinutes) * MINUTE_MS;

  const rests = (at: Map<string, number>, key: string, minutes: number, atMs: number): boolean => {
    const last = at.get(key);
    return last !== undefined && minutes > 0 && atMs - last < minutes * MINUTE_MS;
  };
  const wasYesterday = (id: string, atMs: number): boolean => {
    const before = begins.get(id);
    if (before === undefined) return false;
    const yesterdayMs = dayBefore(atMs);
    return before.some((begin) => Math.abs(yesterdayMs - begin) < HALF_AN_HOUR_MS);
  };
  const isBlocked = (rule: SeparationRule, track: PlanTrack, atMs: number): boolean => {
    switch (rule) {
      case "track":
        return rests(trackAt, track.id, separation.trackMinutes, atMs);
      case "title":
        return rests(titleAt, track.titleKey, separation.titleMinutes, atMs);
      case "artist":
        return rests(artistAt, track.artistKey, separation.artistMinutes, atMs);
      case "album":
        return (
          track.albumKey !== null && rests(albumAt, track.albumKey, separation.albumMinutes, atMs)
        );
      case "hour":
        return separation.notAtYesterdaysHour && wasYesterday(track.id, atMs);
      default:
        return rule satisfies never;
    }
  };

  /** The index in the log of the first start at or after that moment. */
  const indexOf = (atMs: number): number => {
    let index = log.length;
    while (index > 0 && (log[index - 1]?.atMs ?? -Infinity) >= atMs) index -= 1;
    return index;
  };

  return {
    note: (track, atMs) => {
      const index = indexOf(atMs);
      log.splice(index, 0, { track, atMs });
      const undos = [
        putLater(trackAt, track.id, atMs),
        putLater(titleAt, track.titleKey, atMs),
        putLater(artistAt, track.artistKey, atMs),
        ...(track.albumKey === null ? [] : [putLater(albumAt, track.albumKey, atMs)]),
        put(begins, track.id, [
          ...(begins.get(track.id) ?? []).filter((begin) => atMs - begin < KEPT_MS),
          atMs,
        ]),
      ];
      return () => {
        for (const undo of undos.toReversed()) undo();
        log.splice(index, 1);
      };
    },
    resting: (atMs) => {
      const lately = log.slice(indexOf(atMs - longestMs));
      const yesterday = separation.notAtYesterdaysHour
        ? log.slice(
            indexOf(dayBefore(atMs) - HALF_AN_HOUR_MS),
            indexOf(dayBefore(atMs) + HALF_AN_HOUR_MS),
          )
        : [];
      return [...new Set([...lately, ...yesterday].map(({ track }) => track))];
    },
    blocks: (track, atMs, rules) =>
      separationRules.find((rule) => rules.has(rule) && isBlocked(rule, track, atMs)) ?? null,
    artistAtMs: (artistKey) => artistAt.get(artistKey) ?? -Infinity,
    artistRests: (artistKey, atMs) => rests(artistAt, artistKey, separation.artistMinutes, atMs),
  };
}

/** Keeps the later moment. */
function putLater(map: Map<string, number>, key: string, atMs: number): Undo {
  return put(map, key, Math.max(atMs, map.get(key) ?? -Infinity));
}

function put<Value>(map: Map<string, Value>, key: string, value: Value): Undo {
  const before = map.get(key);
  map.set(key, value);
  return () => {
    if (before === undefined) map.delete(key);
    else map.set(key, before);
  };
}
