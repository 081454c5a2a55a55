/** Target loudness of ReplayGain 2. */
const REPLAY_GAIN_LUFS = -18;
/** Target loudness of the R128 gains of Opus, and the step they count in (Q7.8, RFC 7845 §5.2.1). */
const R128_LUFS = -23;
const R128_STEPS_PER_DB = 256;
/** No music needs more: such a tag is damaged. */
const LARGEST_GAIN_DB = 60;

/**
 * [P6] A track's loudness by its tags, in LUFS; null without a plausible tag.
 * @param r128Gain the tag's value in the file
 */
export function loudnessOfTags({
  replayGainDb,
  r128Gain,
}: {
  readonly replayGainDb: number | null;
  readonly r128Gain: unknown;
}): number | null {
  const steps = typeof r128Gain === "string" && /^\s*[-+]?\d+\s*$/.test(r128Gain);
  const r128Db = steps ? Number(r128Gain) / R128_STEPS_PER_DB : null;
  if (isSensible(r128Db)) return R128_LUFS - r128Db;
  return isSensible(replayGainDb) ? REPLAY_GAIN_LUFS - replayGainDb : null;
}

function isSensible(gainDb: number | null): gainDb is number {
  return gainDb !== null && Math.abs(gainDb) <= LARGEST_GAIN_DB;
}
