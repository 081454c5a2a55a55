/** Browsers lose rows that lie further down: Firefox below some 17 million px, Chromium below 33 million. */
const TALLEST_LIST_PX = 15_000_000;

/** A list within what scrolls it; lengths in px. */
interface LongList {
  /** Above the list, in the scrolled content. */
  readonly marginPx: number;
  /** Of all its rows. */
  readonly wholePx: number;
  /** What is seen of it at once. */
  readonly viewPx: number;
}

/** How tall the list is on the page. */
export function shownHeight(wholePx: number): number {
  return Math.min(wholePx, TALLEST_LIST_PX);
}

/** Where the whole list would be scrolled to: a list that is too tall for the page moves by more than the page does. */
export function toWholeOffset(scrolledPx: number, list: LongList): number {
  const { shownRangePx, wholeRangePx } = rangesOf(list);
  const insidePx = between(0, scrolledPx - list.marginPx, shownRangePx);
  return scrolledPx + (insidePx / shownRangePx) * (wholeRangePx - shownRangePx);
}

/** Where the page is scrolled to: the inverse. */
export function toScrolledOffset(wholeOffsetPx: number, list: LongList): number {
  const { shownRangePx, wholeRangePx } = rangesOf(list);
  const insidePx = between(0, wholeOffsetPx - list.marginPx, wholeRangePx);
  return wholeOffsetPx - (insidePx / wholeRangePx) * (wholeRangePx - shownRangePx);
}

function rangesOf({ wholePx, viewPx }: LongList) {
  return {
    shownRangePx: Math.max(1, shownHeight(wholePx) - viewPx),
    wholeRangePx: Math.max(1, wholePx - viewPx),
  };
}

function between(least: number, value: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
