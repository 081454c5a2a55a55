import { percentileOf } from "./percentile-rules.ts";
import { ratiosOf } from "./result-rules.ts";
import type { BenchRow } from "./stored-result.ts";

/** A line with the time it was said, in ms since 1970. Its unique mark is in the text. */
export interface SaidLine {
  readonly mark: string;
  readonly atMs: number;
}

/** Arrival times of lines in a page; NaN if none came. */
export interface Arrival {
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** From the first line's start to the last arrival. */
  readonly allMs: number;
  /** Lines that never reached the page. */
  readonly missed: number;
}

/** @param seenAtMs when each line first appeared, by mark, in ms since 1970 */
export function arrivalOf(
  said: readonly SaidLine[],
  seenAtMs: Readonly<Record<string, number>>,
): Arrival {
  const seen = said.flatMap(({ mark, atMs }) => {
    const thenMs = seenAtMs[mark];
    return thenMs === undefined ? [] : [{ thenMs, tookMs: thenMs - atMs }];
  });
  const deliveries = seen.map(({ tookMs }) => [tookMs, 1] as const);
  const lastMs = seen.length === 0 ? Number.NaN : Math.max(...seen.map(({ thenMs }) => thenMs));
  return {
    p50Ms: percentileOf(deliveries, 0.5),
    p99Ms: percentileOf(deliveries, 0.99),
    allMs: lastMs - Math.min(...said.map(({ atMs }) => atMs)),
    missed: said.length - seen.length,
  };
}

/** How many of the newest lines the page shows. */
export function newestShown(
  said: readonly SaidLine[],
  { shown, newest }: { readonly shown: readonly string[]; readonly newest: number },
): number {
  const marks = new Set(shown);
  return said.slice(-newest).filter(({ mark }) => marks.has(mark)).length;
}

/** A round's figures, by name. */
export type RoundFigures = Readonly<Record<string, number>>;

/** One row per figure of any round, with both sides and their ratio in each round. */
export function sideRows(
  own: readonly RoundFigures[],
  others: readonly RoundFigures[],
): readonly BenchRow[] {
  const names = new Set([...own, ...others].flatMap((round) => Object.keys(round)));
  return [...names].map((what) => {
    const valuesOf = (rounds: readonly RoundFigures[]): number[] =>
      rounds.flatMap((round) => {
        const value = round[what];
        return value === undefined ? [] : [Math.round(value * 1000) / 1000];
      });
    const [neonrelay, lounge] = [valuesOf(own), valuesOf(others)];
    return { what, neonrelay, "The Lounge": lounge, ratio: ratiosOf(neonrelay, lounge) };
  });
}
