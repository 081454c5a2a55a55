import { startTransition, useEffect, useState } from "react";

/** Maximum wait, in ms: a hidden page is never painted. */
const PATIENCE_MS = 100;

/** Calls `then` once the latest change is painted, unless the signal is aborted first. */
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

/** Whether the first part of the page has been drawn; the rest follows in small steps. Stays true. */
export function useIsDrawn(): boolean {
  const [isDrawn, setIsDrawn] = useState(false);
  useEffect(() => {
    const place = new AbortController();
    afterPaint(place.signal, () => startTransition(() => setIsDrawn(true)));
    return () => place.abort();
  }, []);
  return isDrawn;
}
