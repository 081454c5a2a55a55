import { meanOf, type Peaks } from "./peaks-rules.ts";

/** Where a handle can snap to. */
interface SnapPlaces {
  /** Edges of silence, in ms. */
  readonly silences: readonly number[];
  /** Sudden rises of the level, as on most beats. An estimate: the waveform knows no notes. */
  readonly beats: readonly number[];
  /** Beats per minute; null if nothing repeats clearly. */
  readonly tempo: number | null;
}

export const snapKinds = ["off", "silences", "beats"] as const;
export type SnapKind = (typeof snapKinds)[number];

/** Relative to the loudest part, in dB: anything quieter is silence. */
const SILENCE_DB = -45;
const SHORTEST_SILENCE_MS = 150;
/** With longer points, neighbouring beats blur. */
const LONGEST_POINT_MS = 50;
const RISE_WINDOW_MS = 400;
const LEAST_RISE_DB = 3;
const BEATS_APART_MS = 120;
const SLOWEST_TEMPO = 60;
const FASTEST_TEMPO = 180;
/** Minimum correlation for a rhythm, relative to the signal's own. */
const LEAST_CLEAR = 0.15;

export function findSnapPlaces(peaks: Peaks): SnapPlaces {
  const levelsDb = Array.from(
    peaks.level,
    (level) => 20 * Math.log10(Math.max(meanOf(level), 1e-5)),
  );
  const rises = risesOf(levelsDb);
  const canTellBeats = peaks.pointMs <= LONGEST_POINT_MS;
  return {
    silences: silencesOf(levelsDb, peaks.pointMs),
    beats: canTellBeats ? beatsOf(rises, peaks.pointMs) : [],
    tempo: canTellBeats ? tempoOf(rises, peaks.pointMs) : null,
  };
}

/**
 * The nearest place within range, else the moment itself.
 * @param places in order
 */
export function snapTo(
  ms: number,
  { places, withinMs }: { readonly places: readonly number[]; readonly withinMs: number },
): number {
  let nearest = ms;
  let distance = withinMs;
  for (const place of places) {
    if (Math.abs(place - ms) > distance) continue;
    nearest = place;
    distance = Math.abs(place - ms);
  }
  return nearest;
}

/**
 * The next place in a direction; undefined if there is none.
 * @param places in order
 */
export function nextPlace(
  ms: number,
  { places, direction }: { readonly places: readonly number[]; readonly direction: 1 | -1 },
): number | undefined {
  return direction === 1
    ? places.find((place) => place > ms + 1)
    : places.findLast((place) => place < ms - 1);
}

function silencesOf(levelsDb: readonly number[], pointMs: number): readonly number[] {
  const loudestDb = levelsDb.reduce((loudest, level) => Math.max(loudest, level), -100);
  const edges: number[] = [];
  let from: number | undefined;
  for (let point = 0; point <= levelsDb.length; point += 1) {
    const isSilent = point < levelsDb.length && (levelsDb[point] ?? 0) < loudestDb + SILENCE_DB;
    if (isSilent) {
      from ??= point;
      continue;
    }
    if (from !== undefined && (point - from) * pointMs >= SHORTEST_SILENCE_MS) {
      if (from > 0) edges.push(Math.round(from * pointMs));
      if (point < levelsDb.length) edges.push(Math.round(point * pointMs));
    }
    from = undefined;
  }
  return edges;
}

/** How many dB each point is louder than the one before; falls count as 0. */
function risesOf(levelsDb: readonly number[]): readonly number[] {
  return levelsDb.map((level, point) => Math.max(0, level - (levelsDb[point - 1] ?? level)));
}

/** Rises that stand out from their surroundings. */
function beatsOf(rises: readonly number[], pointMs: number): readonly number[] {
  const reach = Math.ceil(RISE_WINDOW_MS / pointMs);
  const apart = Math.ceil(BEATS_APART_MS / pointMs);
  const beats: number[] = [];
  let sum = rises.slice(0, reach).reduce((total, rise) => total + rise, 0);
  let last = -Infinity;
  for (const [point, rise] of rises.entries()) {
    sum += (rises[point + reach] ?? 0) - (rises[point - reach - 1] ?? 0);
    const usual = sum / (2 * reach + 1);
    const isPeak = rise > (rises[point - 1] ?? 0) && rise >= (rises[point + 1] ?? 0);
    if (!isPeak || rise < LEAST_RISE_DB || rise < usual * 3 || point - last < apart) continue;
    beats.push(Math.round(point * pointMs));
    last = point;
  }
  return beats;
}

/** The tempo at whose interval the rises repeat best. */
function tempoOf(rises: readonly number[], pointMs: number): number | null {
  const mean = rises.reduce((sum, rise) => sum + rise, 0) / Math.max(1, rises.length);
  const beside = rises.map((rise) => rise - mean);
  const own = correlation(beside, 0);
  if (own === 0) return null;
  const lags = { from: 60_000 / FASTEST_TEMPO / pointMs, until: 60_000 / SLOWEST_TEMPO / pointMs };
  let best = { lag: 0, strength: 0 };
  for (let lag = Math.floor(lags.from); lag <= Math.ceil(lags.until); lag += 1) {
    const strength = correlation(beside, lag) / own;
    if (strength > best.strength) best = { lag, strength };
  }
  if (best.strength < LEAST_CLEAR) return null;
  const around = [-1, 0, 1].map((step) => correlation(beside, best.lag + step));
  const [before = 0, at = 0, after = 0] = around;
  const bend = before - 2 * at + after;
  const lag = best.lag + (bend === 0 ? 0 : (0.5 * (before - after)) / bend);
  return Math.round(60_000 / (lag * pointMs));
}

function correlation(values: readonly number[], lag: number): number {
  let sum = 0;
  for (let at = lag; at < values.length; at += 1)
    sum += (values[at] ?? 0) * (values[at - lag] ?? 0);
  return sum;
}
