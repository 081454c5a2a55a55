import { startTransition, useEffect, useState } from "react";

/** Maximum wait for an idle browser, in ms, for parts that are not visible at first. */
const PATIENCE_MS = 2000;

/** Whether the browser has been idle since the first part of the page was drawn. Stays true. */
export function useIsIdle(): boolean {
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => {
    const begin = () => startTransition(() => setIsIdle(true));
    // Not every browser supports it.
    if (!("requestIdleCallback" in globalThis)) {
      const timer = setTimeout(begin, PATIENCE_MS / 4);
      return () => clearTimeout(timer);
    }
    const handle = requestIdleCallback(begin, { timeout: PATIENCE_MS });
    return () => cancelIdleCallback(handle);
  }, []);
  return isIdle;
}
