import { createTokenBucket, type TokenBucket } from "./token-bucket.ts";

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
