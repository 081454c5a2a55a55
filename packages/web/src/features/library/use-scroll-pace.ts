import { useEffect, useRef, useState } from "react";
import { ONE_MOVE_FRAMES, scrollPace } from "./scroll-pace-rules.ts";
import type { ScrollPace } from "./scroll-pace-rules.ts";

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
