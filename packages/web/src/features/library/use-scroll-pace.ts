import { useEffect, useRef, useState } from "react";

interface Scrolled {
  readonly offsetPx: number;
  readonly viewPx: number;
  readonly isScrolling: boolean;
}

/** Returns `take`, which gets each scroll event and returns its pace. */
export function useScrollPace() {
  const [pace, setPace] = useState<ScrollPace>("readable");
  const counter = useRef(createFrameCounter());
  const lastPx = useRef(0);
  useEffect(() => {
    const { current } = counter;
    return () => current.stop();
  }, []);
  const take = ({ offsetPx, viewPx, isScrolling }: Scrolled): ScrollPace => {
    const movedPx = offsetPx - lastPx.current;
    lastPx.current = offsetPx;
    const frames = counter.current.restart();
    const next = isScrolling ? scrollPace({ movedPx, frames, viewPx }, pace) : "readable";
    setPace(next);
    return next;
  };
  return { pace, take };
}

/** Counts frames since its last restart, up to the longest pause within a move. */
function createFrameCounter() {
  let frames = ONE_MOVE_FRAMES + 1;
  let asked: number | undefined;
  const count = () => {
    frames += 1;
    asked = frames > ONE_MOVE_FRAMES ? undefined : requestAnimationFrame(count);
  };
  return {
    restart(): number {
      const counted = frames;
      frames = 0;
      asked ??= requestAnimationFrame(count);
      return counted;
    },
    stop() {
      if (asked !== undefined) cancelAnimationFrame(asked);
      asked = undefined;
    },
  };
}

/** Rows can't be read above this speed, in px per frame. */
const READABLE = 80;
/** A longer pause, in frames, ends a move: what follows is a jump to rows the reader wants to see. */
const ONE_MOVE_FRAMES = 6;

/**
 * How fast rows come into view: slow enough to read; passing, where only the title is seen; or rushing, where each is
 * gone by the next frame and not worth loading.
 */
type ScrollPace = "readable" | "passing" | "rushing";

interface ScrollStep {
  /** Since the previous scroll event, down or up, in px. */
  readonly movedPx: number;
  /** Frames since that event. Frames, not time: on a slow machine one move must not look like several jumps. */
  readonly frames: number;
  /** Height of the visible part, in px. */
  readonly viewPx: number;
}

/** @param before the previous step's pace: a single step across a whole view may be a jump rather than a rush */
export function scrollPace(
  { movedPx, frames, viewPx }: ScrollStep,
  before: ScrollPace,
): ScrollPace {
  if (frames > ONE_MOVE_FRAMES) return "readable";
  const aFrame = Math.abs(movedPx) / Math.max(1, frames);
  if (aFrame >= viewPx && before !== "readable") return "rushing";
  return aFrame > READABLE ? "passing" : "readable";
}
