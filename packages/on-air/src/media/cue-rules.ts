/** Where the audible part of a track starts and ends, in ms. */
export interface FoundCues {
  /** 0, or a tenth of a second before the first sound. */
  readonly cueInMs: number;
  /** After the last sound; null when that is the end of the file. */
  readonly cueOutMs: number | null;
  /** Where the sound has died away and the next track may start. */
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
/** All in LU relative to the loudness of the whole track. */
const CUE_IN_LU = -40;
const CUE_OUT_LU = -42;
const START_NEXT_LU = -8;
const LONG_TAIL_LU = -18;
const LONG_TAIL_MS = 12_000;
/** Shorter endings have no halves worth comparing, in windows. */
const SHORTEST_ENDING_WINDOWS = 20;
/** An ending whose second half is less than this below its first has not died away. */
const LEAST_FALL_LU = 6;
/** A decaying ending falls by at least 1 LU from each 4 s to the next. */
const PIECE_WINDOWS = 40;
const LEAST_FALL_OF_PIECE_LU = 1;
/** A second this far above an earlier one is something new: a word after a pause, a chord. */
const RISE_WINDOWS = 10;
const MAX_RISE_LU = 3;

/** [P10] [P11] [P12] Finds the cue points of a track; null when nothing is audible. */
export function findCues({
  momentaryLufs,
  integratedLufs,
  durationMs,
}: MeasuredSound): FoundCues | null {
  if (integratedLufs === null) return null;
  const lastAbove = (lu: number): number =>
    momentaryLufs.findLastIndex((lufs) => lufs > integratedLufs + lu);
  const last = momentaryLufs.length - 1;
  /** A sound in one window but not in the next was in the first 100 ms of it. */
  const soundEndMs = (window: number): number =>
    window === last ? durationMs : (window + 1) * HOP_MS;

  const cueOut = lastAbove(CUE_OUT_LU);
  const cueOutMs = cueOut === last ? null : (cueOut + WINDOW_HOPS) * HOP_MS;
  const died = lastHeard(momentaryLufs.slice(0, cueOut + 1), integratedLufs);
  const isLongTail = (cueOutMs ?? durationMs) - soundEndMs(died) > LONG_TAIL_MS;
  return {
    cueInMs: cueInOf(momentaryLufs.findIndex((lufs) => lufs > integratedLufs + CUE_IN_LU)),
    cueOutMs,
    startNextMs: soundEndMs(isLongTail ? Math.max(died, lastAbove(LONG_TAIL_LU)) : died),
  };
}

/**
 * [P12] [P13] The last window before the track dies away. An ending that does not die away is a passage of its own,
 * however quiet, and is searched by itself in the same way.
 */
function lastHeard(momentaryLufs: readonly number[], integratedLufs: number): number {
  const levels = momentaryLufs.map((lufs) => Math.max(lufs, integratedLufs + CUE_OUT_LU));
  let heard = levels.findLastIndex((lufs) => lufs > integratedLufs + START_NEXT_LU);
  for (;;) {
    const ending = levels.slice(heard + 1);
    if (ending.length < SHORTEST_ENDING_WINDOWS || diesAway(ending)) return heard;
    const own = loudnessOf(ending);
    heard = levels.findLastIndex((lufs) => lufs > own + START_NEXT_LU);
  }
}

/** Whether an ending falls steadily, and by more than continuing music would. */
function diesAway(ending: readonly number[]): boolean {
  const half = ending.length >> 1;
  const [first = 0, second = 0] = levelsOfPieces(ending, half);
  if (second > first - LEAST_FALL_LU) return false;
  const falls = levelsOfPieces(ending, Math.min(PIECE_WINDOWS, half)).every(
    (level, index, all) => level <= (all[index - 1] ?? Infinity) - LEAST_FALL_OF_PIECE_LU,
  );
  let lowest = Infinity;
  const rises = levelsOfPieces(ending, RISE_WINDOWS).some((level) => {
    lowest = Math.min(lowest, level);
    return level > lowest + MAX_RISE_LU;
  });
  return falls && !rises;
}

/** The mean level of each stretch of that many windows; a shorter rest is added to the last. */
function levelsOfPieces(levels: readonly number[], size: number): readonly number[] {
  const count = Math.floor(levels.length / size);
  return Array.from({ length: count }, (_, index) =>
    mean(levels.slice(index * size, index === count - 1 ? undefined : (index + 1) * size)),
  );
}

/** @param first first audible window: its sound is in the last 100 ms, or the window before would have it, too */
function cueInOf(first: number): number {
  // The tenth of a second before the sound is for the fade-in.
  return first <= 0 ? 0 : (first + WINDOW_HOPS - 2) * HOP_MS;
}

/** By power, in LUFS. */
function loudnessOf(lufs: readonly number[]): number {
  return 10 * Math.log10(mean(lufs.map((level) => 10 ** (level / 10))));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
