import type { Visitor } from "../identity/visitor.ts";

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

/** Maximum keys; beyond it the least recently seen is dropped. */
const MAX_COUNTED = 20_000;

/** @returns a lookup of buckets by key, such as a visitor or a network */
export function createTokenBuckets(
  rate: Parameters<typeof createTokenBucket>[0],
): (key: string) => TokenBucket {
  const counted = new Map<string, TokenBucket>();
  return (key) => {
    const bucket = counted.get(key) ?? createTokenBucket(rate);
    counted.delete(key);
    counted.set(key, bucket);
    const [oldest] = counted.keys();
    if (counted.size > MAX_COUNTED && oldest !== undefined) counted.delete(oldest);
    return bucket;
  };
}

/** Allows each visitor `burst` actions at once and `perSecond` on average, and each network ten times that. */
export interface VisitorLimit {
  /** Counts one action. @returns when to retry, in ms since 1970; null when it is allowed */
  take(visitor: Pick<Visitor, "key" | "network">): number | null;
}

const NETWORK_FACTOR = 10;

export function createVisitorLimit({
  burst,
  perSecond,
  nowMs,
}: {
  readonly burst: number;
  readonly perSecond: number;
  readonly nowMs: () => number;
}): VisitorLimit {
  const visitors = createTokenBuckets({ burst, perSecond });
  const networks = createTokenBuckets({
    burst: burst * NETWORK_FACTOR,
    perSecond: perSecond * NETWORK_FACTOR,
  });
  return {
    take: ({ key, network }) => {
      const now = nowMs();
      const visitor = visitors(key);
      const wide = networks(network);
      const waitMs = Math.max(visitor.waitMs(now), wide.waitMs(now));
      if (waitMs > 0) return now + Math.ceil(waitMs);
      visitor.take(now);
      wide.take(now);
      return null;
    },
  };
}
