/** Sound below a level for a while counts as silent. */
export interface SilenceRule {
  /** In dBFS. */
  readonly belowDb: number;
  readonly seconds: number;
}

/** [P43] [P58] [P90] For unmeasured sources: a DJ, another station's stream, a file not yet analysed. */
export const unmeasuredSilence: SilenceRule = { belowDb: -60, seconds: 20 };

const HIGHEST_DB = -50;
const LOWEST_DB = -70;
/** Codecs and resampling change a level by a fraction of this. */
const MARGIN_DB = 6;
const FILE_SECONDS = 8;

/**
 * [P90] The rule for one file. @param quietestDb its quietest 10 s, in dBFS; undefined: not measured. The gains: it is
 * played with one of them
 */
export function silenceOfFile({
  quietestDb,
  gainDb,
  albumGainDb = gainDb,
}: {
  readonly quietestDb?: number | undefined;
  readonly gainDb: number;
  readonly albumGainDb?: number | undefined;
}): SilenceRule {
  if (quietestDb === undefined) return unmeasuredSilence;
  const lowestGainDb = Math.min(gainDb, albumGainDb);
  const belowDb = Math.max(LOWEST_DB, Math.min(HIGHEST_DB, quietestDb + lowestGainDb - MARGIN_DB));
  return { belowDb, seconds: FILE_SECONDS };
}
