const FIRST_RETRY_MS = 30_000;
const LONGEST_RETRY_MS = 1_800_000;
const FIRST_REJOIN_MS = 60_000;
const KICKS_WITHIN_MS = 600_000;

/** Numerics that refuse a JOIN, and why in words. */
export const JOIN_REFUSALS: Readonly<Record<string, string>> = {
  "403": "the channel does not exist",
  "405": "we are in too many channels",
  "437": "the channel is temporarily unavailable",
  "471": "the channel is full",
  "473": "the channel is invite-only",
  "474": "we are banned from the channel",
  "475": "the key of the channel is missing or wrong",
  "476": "the channel's name is not valid",
  "477": "the channel is for registered accounts only",
  "489": "the channel is for secure connections only",
};

/** When to try a channel again that has refused us so many times in a row: after 30 s, doubling to 30 min. */
export function decideJoinRetryMs(refusals: number): number {
  return Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(refusals - 1, 10));
}

/**
 * What follows a kick: back after a minute, after the second of a series in half an hour; after the third not before
 * someone wants us.
 * @param kicksMs moments of the kicks from this channel, this one last
 */
export function decideAfterKick(
  kicksMs: readonly number[],
): { readonly kind: "rejoin"; readonly delayMs: number } | { readonly kind: "stay-out" } {
  const last = kicksMs.at(-1) ?? 0;
  // The second one keeps us out for half an hour: a third within ten minutes after that is of the same series.
  const within = (ms: number) => kicksMs.filter((atMs) => last - atMs < ms).length;
  if (within(2 * KICKS_WITHIN_MS + LONGEST_RETRY_MS) >= 3) return { kind: "stay-out" };
  return {
    kind: "rejoin",
    delayMs: within(KICKS_WITHIN_MS) >= 2 ? LONGEST_RETRY_MS : FIRST_REJOIN_MS,
  };
}
