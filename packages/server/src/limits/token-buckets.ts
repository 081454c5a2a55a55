import { createTokenBucket, type TokenBucket } from "./token-bucket.ts";

/** Keys counted; beyond it the one seen longest ago is forgotten. */
const MAX_COUNTED = 20_000;

/** @returns the bucket of a visitor, a network, or whatever else is counted by a key */
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
