/** Lets through `perSecond` of something on average, and `burst` at once. */
export interface TokenBucket {
  /** Takes one; false when there is none left. */
  take(nowMs: number): boolean;
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
  return {
    take: (nowMs) => {
      if (lastMs !== null) tokens = Math.min(burst, tokens + ((nowMs - lastMs) / 1000) * perSecond);
      lastMs = nowMs;
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    },
  };
}
