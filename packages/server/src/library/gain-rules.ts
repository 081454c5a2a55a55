import { GAIN_LIMITS_DB } from "@neonrelay/on-air/protocol";

const LOWEST_GAIN_DB = -24;
const HIGHEST_GAIN_DB = 12;
const HIGHEST_TRUE_PEAK_DBTP = -1;
/** Smaller shortfalls are inaudible. */
const LEAST_SHORTFALL_DB = 0.1;

/** What is known about a track's level. */
export interface TrackLevel {
  /** Measured; null when never measured or silent. */
  readonly integratedLufs: number | null;
  readonly truePeakDbtp: number | null;
  /** How far the highest peak may exceed the limiter's ceiling before the track must be quieter. */
  readonly limiterRoomDb: number | null;
  /** From its tags. */
  readonly tagLufs: number | null;
}

export interface GainDecision {
  /** Always within what on-air accepts. */
  readonly gainDb: number;
  /** How far the track stays below the target; null when it reaches it. */
  readonly shortOfTargetDb: number | null;
}

const unchanged: GainDecision = { gainDb: 0, shortOfTargetDb: null };

/**
 * [P2] [P3] [P4] [P6] The static gain that brings a track to the station's loudness. Its true peak stays below -1 dBTP,
 * or exceeds it only by what the limiter can absorb.
 */
export function decideGain(
  { integratedLufs, truePeakDbtp, limiterRoomDb, tagLufs }: TrackLevel,
  targetLufs: number,
): GainDecision {
  const loudnessLufs = integratedLufs ?? tagLufs;
  if (loudnessLufs === null) return unchanged;
  const neededDb = targetLufs - loudnessLufs;
  const roomDb =
    truePeakDbtp === null ? Infinity : HIGHEST_TRUE_PEAK_DBTP - truePeakDbtp + (limiterRoomDb ?? 0);
  const wantedDb = Math.min(clamp(neededDb, LOWEST_GAIN_DB, HIGHEST_GAIN_DB), roomDb);
  // A file full of NaN samples has no loudness; like silence, it is left unchanged.
  if (Number.isNaN(wantedDb)) return unchanged;
  // A file far above full scale stays too loud even for the limiter.
  const gainDb = clamp(wantedDb, GAIN_LIMITS_DB.lowest, GAIN_LIMITS_DB.highest);
  const missingDb = Math.round((neededDb - gainDb) * 10) / 10;
  return { gainDb, shortOfTargetDb: missingDb >= LEAST_SHORTFALL_DB ? missingDb : null };
}

/** What is known about the level of a whole disc. */
export interface AlbumLevel {
  readonly integratedLufs: number;
  /** The highest peak of its tracks, each less the limiter's room for it; null: unknown. */
  readonly truePeakDbtp: number | null;
}

/** [P21] The gain that brings a whole disc to the station's loudness, plus an operator's for this track. */
export function albumGainDb(
  level: AlbumLevel & { readonly userGainDb: number | null },
  targetLufs: number,
): number {
  return playedGainDb({ ...level, limiterRoomDb: null, tagLufs: null }, targetLufs);
}

/** The gain a track plays with, including an operator's. */
export function playedGainDb(
  level: TrackLevel & { readonly userGainDb: number | null },
  targetLufs: number,
): number {
  const { gainDb } = decideGain(level, targetLufs);
  return clamp(gainDb + (level.userGainDb ?? 0), GAIN_LIMITS_DB.lowest, GAIN_LIMITS_DB.highest);
}

function clamp(value: number, lowest: number, highest: number): number {
  return Math.min(Math.max(value, lowest), highest);
}
