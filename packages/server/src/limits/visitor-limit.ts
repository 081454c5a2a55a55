import { createTokenBuckets } from "./token-buckets.ts";
import type { Visitor } from "../identity/visitor.ts";

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
