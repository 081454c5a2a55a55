/** Of sound that can't be decoded, one packet after the other: a second or two. */
const MOST_BAD_IN_A_ROW = 50;
const MOST_BAD_OF_FILE = 1000;

/** [P46] Whether what is being decoded can be given up. */
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
  // A feed may last for days: what is damaged now and then adds up to nothing.
  return badInARow > MOST_BAD_IN_A_ROW || (!isFeed && badPackets > MOST_BAD_OF_FILE);
}
