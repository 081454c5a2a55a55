import { createTokenBucket, type TokenBucket } from "./token-bucket.ts";
import type { Visitor } from "./visitor.ts";

/** Lets each visitor do something `burst` times at once and `perSecond` on average; a network ten times as much. */
export interface VisitorLimit {
  /** Counts one more. @returns when the next is taken, in ms since 1970; null when this one is */
  take(visitor: Pick<Visitor, "key" | "network">): number | null;
}

const NETWORK_FACTOR = 10;
/** Visitors and networks counted; beyond it the one seen longest ago is forgotten. */
const MAX_COUNTED = 20_000;

export function createVisitorLimit({
  burst,
  perSecond,
  nowMs,
}: {
  readonly burst: number;
  readonly perSecond: number;
  readonly nowMs: () => number;
}): VisitorLimit {
  const visitors = new Map<string, TokenBucket>();
  const networks = new Map<string, TokenBucket>();
  const bucketOf = (counted: Map<string, TokenBucket>, key: string, factor: number) => {
    const bucket =
      counted.get(key) ??
      createTokenBucket({ burst: burst * factor, perSecond: perSecond * factor });
    counted.delete(key);
    counted.set(key, bucket);
    const [oldest] = counted.keys();
    if (counted.size > MAX_COUNTED && oldest !== undefined) counted.delete(oldest);
    return bucket;
  };
  return {
    take: ({ key, network }) => {
      const now = nowMs();
      const visitor = bucketOf(visitors, key, 1);
      const wide = bucketOf(networks, network, NETWORK_FACTOR);
      const waitMs = Math.max(visitor.waitMs(now), wide.waitMs(now));
      if (waitMs > 0) return now + Math.ceil(waitMs);
      visitor.take(now);
      wide.take(now);
      return null;
    },
  };
}
