const TARGET_LUFS = -16;
const LOWEST_GAIN_DB = -24;
const HIGHEST_GAIN_DB = 12;
const HIGHEST_TRUE_PEAK_DBTP = -1;

/**
 * The static gain that brings a track to the station's loudness without its true peak passing -1 dBTP.
 * @param integratedLufs null for digital silence: then the gain is 0
 * @returns dB
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
  if (truePeakDbtp === null) return toTargetDb;
  return Math.min(toTargetDb, HIGHEST_TRUE_PEAK_DBTP - truePeakDbtp);
}
