/** A child process's runs so far. */
export interface RestartHistory {
  /** Restarts in a row without a long enough run; 0 at first. */
  readonly restartsInARow: number;
}

const FIRST_DELAY_MS = 250;
const MAX_DELAY_MS = 10_000;
/** A run this long resets the count. */
const WELL_AFTER_MS = 60_000;

/** Delay before an ended child is restarted: none, then 0.25 s doubling to 10 s. */
export function decideRestart({
  history,
  uptimeMs,
}: {
  readonly history: RestartHistory;
  readonly uptimeMs: number;
}): { readonly delayMs: number; readonly history: RestartHistory } {
  const restartsInARow = uptimeMs >= WELL_AFTER_MS ? 0 : history.restartsInARow;
  const delayMs =
    restartsInARow === 0 ? 0 : Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (restartsInARow - 1));
  return { delayMs, history: { restartsInARow: restartsInARow + 1 } };
}
