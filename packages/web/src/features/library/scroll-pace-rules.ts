/** Rows can't be read above this speed, in px a frame. */
const READABLE = 80;
/** A longer pause, in frames, ends a move: what follows is a jump to rows the reader wants to see. */
export const ONE_MOVE_FRAMES = 6;

/**
 * How rows come into view: to be read; passing by, where a title is all that is seen of them; or rushing, where each is
 * gone with the next frame, so that loading it is of no use.
 */
export type ScrollPace = "readable" | "passing" | "rushing";

interface ScrollStep {
  /** Since the scroll event before, down or up, in px. */
  readonly movedPx: number;
  /** Drawn since that event. Frames, not time: on a slow machine a move is no series of jumps. */
  readonly frames: number;
  /** What is seen of the list at once, in px. */
  readonly viewPx: number;
}

/** @param before the pace of the step before: one step across a whole view is no rush yet, but may be a jump */
export function scrollPace(
  { movedPx, frames, viewPx }: ScrollStep,
  before: ScrollPace,
): ScrollPace {
  if (frames > ONE_MOVE_FRAMES) return "readable";
  const aFrame = Math.abs(movedPx) / Math.max(1, frames);
  if (aFrame >= viewPx && before !== "readable") return "rushing";
  return aFrame > READABLE ? "passing" : "readable";
}
