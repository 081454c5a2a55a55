import {
  separationRules,
  type ContentKind,
  type Separation,
  type SeparationRule,
} from "@neonrelay/contract";
import type { SeparationKeys } from "./separation-keys.ts";

/** The fields of a track that planning needs. */
export interface PlanTrack extends SeparationKeys {
  readonly id: string;
  readonly title: string;
  readonly artist: string;
  /** Audible length, from its cue-in to where the next track begins, in ms. */
  readonly lengthMs: number;
  /** How often it plays compared with others of its playlist; above 0. */
  readonly weight: number;
  /** Absent: music. */
  readonly contentKind?: ContentKind;
}

const MINUTE_MS = 60_000;
const HALF_AN_HOUR_MS = 30 * MINUTE_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** How long starts of a track are kept, for the rule of the hour. */
const KEPT_MS = DAY_MS + 4 * HALF_AN_HOUR_MS;

/** Undoes {@link RecentPlays.record}; call in reverse order. */
export type Undo = () => void;

/** The last starts of tracks, titles, artists and albums, both past and planned. */
export interface RecentPlays {
  record(track: PlanTrack, atMs: number): Undo;
  /** The most important rule that excludes a track at this time; null: none. */
  blocks(track: PlanTrack, atMs: number, rules: ReadonlySet<SeparationRule>): SeparationRule | null;
  /** Whether one particular rule excludes a track at this time. */
  keepsOut(rule: SeparationRule, track: PlanTrack, atMs: number): boolean;
  /** Tracks that began recently enough for a rule to exclude them or similar tracks; each once. */
  resting(atMs: number): readonly PlanTrack[];
  /** Last start of the track; -Infinity: never. */
  trackAtMs(id: string): number;
  /** Last start of a track by any of the artists; -Infinity: never. */
  artistAtMs(artistKeys: readonly string[]): number;
  /** Whether the artist rule excludes any of the artists at this time. */
  artistRests(artistKeys: readonly string[], atMs: number): boolean;
}

/** @param dayBefore returns the same local time of the day before */
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
  const log: LoggedPlay[] = [];
  const { trackMinutes, titleMinutes, artistMinutes, albumMinutes } = separation;
  const longestMs = Math.max(trackMinutes, titleMinutes, artistMinutes, albumMinutes) * MINUTE_MS;

  const rests = (at: Map<string, number>, key: string, minutes: number, atMs: number): boolean => {
    if (minutes <= 0) return false;
    const last = at.get(key);
    return last !== undefined && atMs - last < minutes * MINUTE_MS;
  };
  const artistRests = (artistKeys: readonly string[], atMs: number): boolean =>
    artistKeys.some((key) => rests(artistAt, key, artistMinutes, atMs));
  const wasYesterday = (id: string, atMs: number): boolean => {
    const before = begins.get(id);
    if (before === undefined) return false;
    const yesterdayMs = dayBefore(atMs);
    return before.some((begin) => Math.abs(yesterdayMs - begin) < HALF_AN_HOUR_MS);
  };
  const keepsOut = (rule: SeparationRule, track: PlanTrack, atMs: number): boolean => {
    switch (rule) {
      case "track":
        return rests(trackAt, track.id, separation.trackMinutes, atMs);
      case "title":
        return rests(titleAt, track.titleKey, separation.titleMinutes, atMs);
      case "artist":
        return artistRests(track.artistKeys, atMs);
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

  return {
    record: (track, atMs) => {
      const index = indexFrom(log, atMs);
      log.splice(index, 0, { track, atMs });
      const undos = [
        putLater(trackAt, track.id, atMs),
        putLater(titleAt, track.titleKey, atMs),
        ...track.artistKeys.map((key) => putLater(artistAt, key, atMs)),
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
      const yesterdayMs = dayBefore(atMs);
      const yesterday = [yesterdayMs - HALF_AN_HOUR_MS, yesterdayMs + HALF_AN_HOUR_MS] as const;
      const lately = [atMs - longestMs, Infinity] as const;
      return tracksOf(log, separation.notAtYesterdaysHour ? [lately, yesterday] : [lately]);
    },
    blocks: (track, atMs, rules) => {
      for (const rule of separationRules)
        if (rules.has(rule) && keepsOut(rule, track, atMs)) return rule;
      return null;
    },
    keepsOut,
    trackAtMs: (id) => trackAt.get(id) ?? -Infinity,
    artistAtMs: (artistKeys) =>
      Math.max(...artistKeys.map((key) => artistAt.get(key) ?? -Infinity)),
    artistRests,
  };
}

interface LoggedPlay {
  readonly track: PlanTrack;
  readonly atMs: number;
}

/** Each track once. */
function tracksOf(
  log: readonly LoggedPlay[],
  spans: readonly (readonly [fromMs: number, untilMs: number])[],
): readonly PlanTrack[] {
  const tracks = new Set<PlanTrack>();
  for (const [fromMs, untilMs] of spans)
    for (const { track } of log.slice(indexFrom(log, fromMs), indexFrom(log, untilMs)))
      tracks.add(track);
  return [...tracks];
}

/** Index of the first start at or after this time. */
function indexFrom(log: readonly LoggedPlay[], atMs: number): number {
  let low = 0;
  let high = log.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((log[middle]?.atMs ?? Infinity) < atMs) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Keeps the later time. */
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
