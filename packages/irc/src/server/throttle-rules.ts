/** A token bucket: `burst` at once, then `perSecond`. */
export interface Bucket {
  readonly burst: number;
  readonly perSecond: number;
}

/** A bucket's fill level and when it was measured. */
export interface BucketLevel {
  readonly tokens: number;
  readonly atMs: number;
}

export type TokenDecision =
  | { readonly kind: "taken"; readonly level: BucketLevel }
  | { readonly kind: "wait"; readonly waitMs: number; readonly level: BucketLevel };

/** Takes one token, or returns how long until there is one. `level` is undefined for an unused bucket. */
export function takeToken(
  bucket: Bucket,
  level: BucketLevel | undefined,
  nowMs: number,
): TokenDecision {
  const elapsedSeconds = level === undefined ? 0 : Math.max(0, nowMs - level.atMs) / 1000;
  const tokens =
    level === undefined
      ? bucket.burst
      : Math.min(bucket.burst, level.tokens + elapsedSeconds * bucket.perSecond);
  if (tokens >= 1) return { kind: "taken", level: { tokens: tokens - 1, atMs: nowMs } };
  const waitMs = Math.ceil(((1 - tokens) / bucket.perSecond) * 1000);
  return { kind: "wait", waitMs, level: { tokens, atMs: nowMs } };
}
