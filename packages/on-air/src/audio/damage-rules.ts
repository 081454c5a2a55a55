/** Consecutive undecodable packets: a second or two of sound. */
const MAX_BAD_IN_A_ROW = 50;
const MAX_BAD_OF_FILE = 1000;

/** [P46] Whether to give up on this input. */
export function isHopeless({
  isFeed,
  badInARow,
  badPackets,
}: {
  readonly isFeed: boolean;
  readonly badInARow: number;
  /** Total since the start. */
  readonly badPackets: number;
}): boolean {
  // A feed may run for days, so occasional damage must not add up.
  return badInARow > MAX_BAD_IN_A_ROW || (!isFeed && badPackets > MAX_BAD_OF_FILE);
}
