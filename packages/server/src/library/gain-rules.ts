import { GAIN_LIMITS_DB } from "@neonrelay/on-air/protocol";

const LOWEST_GAIN_DB = -24;
const HIGHEST_GAIN_DB = 12;
const HIGHEST_TRUE_PEAK_DBTP = -1;
/** Less than this is not heard. */
const LEAST_SHORTFALL_DB = 0.1;

/** What is known of a track's level. */
export interface TrackLevel {
  /** Measured; null when never measured, or when there is nothing to hear. */
  readonly integratedLufs: number | null;
  readonly truePeakDbtp: number | null;
  /** By how much its highest peak may pass the limiter's ceiling before the track gets quieter. */
  readonly limiterRoomDb: number | null;
  /** As its tags have it. */
  readonly tagLufs: number | null;
}

export interface GainDecision {
  /** Always a value on-air takes. */
  readonly gainDb: number;
  /** By how much the track stays quieter than the target; null when it reaches it. */
  readonly shortOfTargetDb: number | null;
}

const unchanged: GainDecision = { gainDb: 0, shortOfTargetDb: null };

/**
 * [P2] [P3] [P4] [P6] The static gain that brings a track to the station's loudness, while its true peak stays below
 * -1 dBTP or passes it by no more than the limiter takes without making the track quieter.
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
  // A file of numbers that are none has no loudness; it is left alone like silence.
  if (Number.isNaN(wantedDb)) return unchanged;
  // A file far above full scale is left too loud for the limiter to tame.
  const gainDb = clamp(wantedDb, GAIN_LIMITS_DB.lowest, GAIN_LIMITS_DB.highest);
  const missingDb = Math.round((neededDb - gainDb) * 10) / 10;
  return { gainDb, shortOfTargetDb: missingDb >= LEAST_SHORTFALL_DB ? missingDb : null };
}

/** What is known of the level of a whole disc. */
export interface AlbumLevel {
  readonly integratedLufs: number;
  /** The highest of its tracks, each less the limiter's room for it; null: unknown. */
  readonly truePeakDbtp: number | null;
}

/** [P21] The gain that brings a disc to the station's loudness as a whole, with an operator's for one track on top. */
export function albumGainDb(
  level: AlbumLevel & { readonly userGainDb: number | null },
  targetLufs: number,
): number {
  return playedGainDb({ ...level, limiterRoomDb: null, tagLufs: null }, targetLufs);
}

/** The gain that a track is played with: an operator's comes on top. */
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
