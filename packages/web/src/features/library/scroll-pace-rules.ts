/** Rows that pass at this pace can't be read, in px per ms. */
const READABLE = 5;
/** What lies further apart is a jump, whose rows are where the reader wants to be, in ms. */
const ONE_MOVE_MS = 100;

/** Where a list was scrolled to, and when on a clock that only goes on. */
export interface ScrollMoment {
  readonly atMs: number;
  readonly offsetPx: number;
}

/** Whether the rows that come into view now only pass. */
export function isTooFastToRead(before: ScrollMoment, now: ScrollMoment): boolean {
  const passedMs = now.atMs - before.atMs;
  if (passedMs > ONE_MOVE_MS) return false;
  return Math.abs(now.offsetPx - before.offsetPx) > READABLE * passedMs;
}
