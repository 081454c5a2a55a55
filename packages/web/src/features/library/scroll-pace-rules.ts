/** Rows can't be read at this speed, in px per ms. */
const READABLE = 5;
/** Events further apart are a jump to rows the reader wants to see, in ms. */
const ONE_MOVE_MS = 100;

/** A scroll position, and its time on a monotonic clock. */
export interface ScrollMoment {
  readonly atMs: number;
  readonly offsetPx: number;
}

/** Whether the rows coming into view only pass by. */
export function isTooFastToRead(before: ScrollMoment, now: ScrollMoment): boolean {
  const passedMs = now.atMs - before.atMs;
  if (passedMs > ONE_MOVE_MS) return false;
  return Math.abs(now.offsetPx - before.offsetPx) > READABLE * passedMs;
}
