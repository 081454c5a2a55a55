/** Where a track begins and ends as it is heard, in ms. */
export interface FoundCues {
  /** 0, or a tenth of a second before the first sound. */
  readonly cueInMs: number;
  /** Behind the last sound; null when that is the end of the file. */
  readonly cueOutMs: number | null;
  /** Where the sound has died away and the next track may begin. */
  readonly startNextMs: number;
}

interface MeasuredSound {
  /** Loudness of each window of 400 ms, one every 100 ms; -Infinity for digital silence. */
  readonly momentaryLufs: readonly number[];
  /** null for silence. */
  readonly integratedLufs: number | null;
  readonly durationMs: number;
}

const HOP_MS = 100;
const WINDOW_HOPS = 4;
/** All of these in LU from the loudness of the whole track. */
const CUE_IN_LU = -40;
const CUE_OUT_LU = -42;
const START_NEXT_LU = -8;
const LONG_TAIL_LU = -18;
const LEAST_SUSTAINED_LU = -20;
/** An ending whose second half is less than this below its first has not died away. */
const SUSTAINED_DROP_LU = 6;
/** Shorter endings have no halves worth comparing, in windows. */
const SHORTEST_ENDING_WINDOWS = 20;
const LONG_TAIL_MS = 12_000;

/** [P10] [P11] [P12] Finds the cue points of a track; null when nothing is heard in it. */
export function findCues({
  momentaryLufs,
  integratedLufs,
  durationMs,
}: MeasuredSound): FoundCues | null {
  if (integratedLufs === null) return null;
  const lastAbove = (lu: number): number =>
    momentaryLufs.findLastIndex((lufs) => lufs > integratedLufs + lu);
  const last = momentaryLufs.length - 1;
  /** What is heard in a window and not in the next was heard in its first 100 ms. */
  const soundEndMs = (window: number): number =>
    window === last ? durationMs : (window + 1) * HOP_MS;

  const cueOut = lastAbove(CUE_OUT_LU);
  const cueOutMs = cueOut === last ? null : (cueOut + WINDOW_HOPS) * HOP_MS;
  const died = lastAbove(START_NEXT_LU);
  const candidatesMs = [soundEndMs(died)];
  const sustainedLufs = sustainedLevel(momentaryLufs.slice(died + 1, cueOut + 1), integratedLufs);
  if (sustainedLufs !== null)
    candidatesMs.push(soundEndMs(lastAbove(sustainedLufs - integratedLufs)));
  if ((cueOutMs ?? durationMs) - soundEndMs(died) > LONG_TAIL_MS)
    candidatesMs.push(soundEndMs(lastAbove(LONG_TAIL_LU)));
  return {
    cueInMs: cueInOf(momentaryLufs.findIndex((lufs) => lufs > integratedLufs + CUE_IN_LU)),
    cueOutMs,
    startNextMs: Math.max(...candidatesMs),
  };
}

/** @param first window in which something is heard: its sound is in the last 100 ms, or the one before had it */
function cueInOf(first: number): number {
  // The tenth of a second before the sound is for the fade-in.
  return first <= 0 ? 0 : (first + WINDOW_HOPS - 2) * HOP_MS;
}

/**
 * The level an ending goes on at without dying away, in LUFS; null when it does die away. A difference in LU, since
 * the quotient of two levels says nothing.
 */
function sustainedLevel(ending: readonly number[], integratedLufs: number): number | null {
  if (ending.length < SHORTEST_ENDING_WINDOWS) return null;
  const middle = ending.length >> 1;
  const levels = ending.map((lufs) => Math.max(lufs, integratedLufs + CUE_OUT_LU));
  const second = mean(levels.slice(middle));
  if (second <= mean(levels.slice(0, middle)) - SUSTAINED_DROP_LU) return null;
  return Math.max(second, integratedLufs + LEAST_SUSTAINED_LU);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
