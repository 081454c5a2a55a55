import { useEffect, useState } from "react";

const STEP_MS = 30_000;

/** The current time in ms, at most half a minute old. */
export function useNowMs(): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), STEP_MS);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}
