import { startTransition, useEffect, useState } from "react";

/** What is not seen at first waits no longer than this for the browser to have nothing better to do, in ms. */
const PATIENCE_MS = 2000;

/** Whether the browser has had time for more than what the page shows first. Once true it stays so. */
export function useIsIdle(): boolean {
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => {
    const begin = () => startTransition(() => setIsIdle(true));
    // Not every browser has it.
    if (!("requestIdleCallback" in globalThis)) {
      const timer = setTimeout(begin, PATIENCE_MS / 4);
      return () => clearTimeout(timer);
    }
    const handle = requestIdleCallback(begin, { timeout: PATIENCE_MS });
    return () => cancelIdleCallback(handle);
  }, []);
  return isIdle;
}
