import { GAIN_LIMITS_DB } from "@neonrelay/on-air/protocol";

const TARGET_LUFS = -16;
const LOWEST_GAIN_DB = -24;
const HIGHEST_GAIN_DB = 12;
const HIGHEST_TRUE_PEAK_DBTP = -1;

/**
 * The static gain that brings a track to the station's loudness without its true peak passing -1 dBTP.
 * @param integratedLufs null for digital silence: then the gain is 0
 * @returns dB, always a value on-air takes: a file far above full scale is left too loud for the limiter to tame
 */
export function decideGainDb({
  integratedLufs,
  truePeakDbtp,
}: {
  readonly integratedLufs: number | null;
  readonly truePeakDbtp: number | null;
}): number {
  if (integratedLufs === null) return 0;
  const toTargetDb = Math.min(
    Math.max(TARGET_LUFS - integratedLufs, LOWEST_GAIN_DB),
    HIGHEST_GAIN_DB,
  );
  const roomDb =
    truePeakDbtp === null ? Number.POSITIVE_INFINITY : HIGHEST_TRUE_PEAK_DBTP - truePeakDbtp;
  const gainDb = Math.min(toTargetDb, roomDb);
  // A file of numbers that are none has no loudness; it is left alone like silence.
  if (Number.isNaN(gainDb)) return 0;
  return Math.min(Math.max(gainDb, GAIN_LIMITS_DB.lowest), GAIN_LIMITS_DB.highest);
}
