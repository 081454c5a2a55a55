import { MAX_PERIODS, type ListenedPeriod } from "./edge-protocol.ts";

/** A day of minutes. */
const MOST_PERIODS = 1440;

/** Periods that the master has not counted yet, oldest first, and the number of the next one. */
export interface Ledger {
  readonly nextSequence: number;
  readonly periods: readonly ListenedPeriod[];
}

/**
 * Adds what was listened since the last period. With too many waiting it is added to the newest one, which was never
 * sent: so no second is lost, and none counted twice.
 */
export function closePeriod(
  { nextSequence, periods }: Ledger,
  listened: Omit<ListenedPeriod, "sequence">,
): Ledger {
  const newest = periods.at(-1);
  if (newest === undefined || periods.length < MOST_PERIODS)
    return {
      nextSequence: nextSequence + 1,
      periods: [...periods, { sequence: nextSequence, ...listened }],
    };
  const sum = {
    sequence: newest.sequence,
    listenerSeconds: newest.listenerSeconds + listened.listenerSeconds,
    peak: Math.max(newest.peak, listened.peak),
  };
  return { nextSequence, periods: [...periods.slice(0, -1), sum] };
}

/** What the next report holds: the oldest. */
export function periodsToSend({ periods }: Ledger): ListenedPeriod[] {
  return periods.slice(0, MAX_PERIODS);
}

/**
 * The master has counted all periods up to this number. It may know of more than this edge, whose folder was put back
 * from a copy: numbers that it knows are not used again.
 */
export function forgetCounted({ nextSequence, periods }: Ledger, counted: number): Ledger {
  const isBehind = counted >= nextSequence;
  const shift = isBehind ? counted + 1 - (periods[0]?.sequence ?? nextSequence) : 0;
  return {
    nextSequence: nextSequence + shift,
    periods: isBehind
      ? periods.map((period) => ({ ...period, sequence: period.sequence + shift }))
      : periods.filter(({ sequence }) => sequence > counted),
  };
}
