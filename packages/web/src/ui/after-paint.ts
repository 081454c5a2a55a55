/** A page that is hidden is not painted, and waited for no longer than this, in ms. */
const PATIENCE_MS = 100;

/** Calls `then` once what has just changed is seen; not when the signal is aborted before. */
export function afterPaint(signal: AbortSignal, then: () => void): void {
  let hasRun = false;
  const run = () => {
    if (hasRun || signal.aborted) return;
    hasRun = true;
    then();
  };
  requestAnimationFrame(() => setTimeout(run));
  setTimeout(run, PATIENCE_MS);
}
