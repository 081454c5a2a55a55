/** Consecutive packets that can't be decoded: a second or two of sound. */
const MAX_BAD_IN_A_ROW = 50;
const MAX_BAD_OF_FILE = 1000;

/** [P46] Whether to give up on what is being decoded. */
export function isHopeless({
  isFeed,
  badInARow,
  badPackets,
}: {
  readonly isFeed: boolean;
  readonly badInARow: number;
  /** Since the beginning. */
  readonly badPackets: number;
}): boolean {
  // A feed may last for days: occasional damage does not add up.
  return badInARow > MAX_BAD_IN_A_ROW || (!isFeed && badPackets > MAX_BAD_OF_FILE);
}
