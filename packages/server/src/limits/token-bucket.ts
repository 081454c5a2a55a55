/** Lets through `perSecond` of something on average, and `burst` at once. */
export interface TokenBucket {
  /** Takes one token; false when none is left. */
  take(nowMs: number): boolean;
  /** Time until a token is available; 0 when there is one. */
  waitMs(nowMs: number): number;
}

export function createTokenBucket({
  burst,
  perSecond,
}: {
  readonly burst: number;
  readonly perSecond: number;
}): TokenBucket {
  let tokens = burst;
  let lastMs: number | null = null;
  const fill = (nowMs: number): void => {
    // A clock that was set back adds no tokens, and removes none.
    const passedMs = lastMs === null ? 0 : Math.max(0, nowMs - lastMs);
    tokens = Math.min(burst, tokens + (passedMs / 1000) * perSecond);
    lastMs = nowMs;
  };
  return {
    take: (nowMs) => {
      fill(nowMs);
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    },
    waitMs: (nowMs) => {
      fill(nowMs);
      return tokens >= 1 ? 0 : ((1 - tokens) / perSecond) * 1000;
    },
  };
}
