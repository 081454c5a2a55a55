/** Delay before the n-th restart in a row, in ms. */
const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 10_000;
/** A part that ran this long has recovered: its next restart is a first one again. */
const STEADY_AFTER_MS = 60_000;

export interface BackOff {
  readonly failuresInRow: number;
}

export const noFailures: BackOff = { failuresInRow: 0 };

/** What to do after a part ended that had run for `upMs`: how long to wait before it is started again. */
export function nextRestart(
  backOff: BackOff,
  { upMs }: { readonly upMs: number },
): { readonly delayMs: number; readonly backOff: BackOff } {
  const before = upMs >= STEADY_AFTER_MS ? 0 : backOff.failuresInRow;
  return {
    delayMs: Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** before),
    backOff: { failuresInRow: before + 1 },
  };
}
