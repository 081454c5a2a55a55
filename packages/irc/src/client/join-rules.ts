const FIRST_RETRY_MS = 30_000;
const MAX_RETRY_MS = 1_800_000;
const FIRST_REJOIN_MS = 60_000;
const KICKS_WITHIN_MS = 600_000;

/** Numerics that refuse a JOIN, with the reason in words. */
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

/** Delay before rejoining after `refusals` in a row: 30 s, doubling to 30 min. */
export function decideJoinRetryMs(refusals: number): number {
  return Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(refusals - 1, 10));
}

/**
 * Decides what follows a kick: rejoin after a minute; after the second of a series, half an hour; after the third, only
 * when invited or asked.
 * @param kicksMs times of the kicks from this channel, this one last
 */
export function decideAfterKick(
  kicksMs: readonly number[],
): { readonly kind: "rejoin"; readonly delayMs: number } | { readonly kind: "stay-out" } {
  const last = kicksMs.at(-1) ?? 0;
  // The second kick keeps us out for half an hour, so a third within ten minutes of our return belongs to the same
  // series.
  const within = (ms: number) => kicksMs.filter((atMs) => last - atMs < ms).length;
  if (within(2 * KICKS_WITHIN_MS + MAX_RETRY_MS) >= 3) return { kind: "stay-out" };
  return {
    kind: "rejoin",
    delayMs: within(KICKS_WITHIN_MS) >= 2 ? MAX_RETRY_MS : FIRST_REJOIN_MS,
  };
}
