import { useEffect, useRef, useState } from "react";

/** Nearer to the end than this, new messages are followed. */
const NEAR_PX = 50;

interface Place {
  readonly scrollHeight: number;
  readonly scrollTop: number;
  readonly clientHeight: number;
}

/** Exported for its test. */
export function isNearEnd({ scrollHeight, scrollTop, clientHeight }: Place): boolean {
  return scrollHeight - scrollTop - clientHeight <= NEAR_PX;
}

/** Keeps the end of a growing list in view, unless somebody reads further up. Its window has one child that grows. */
export function useFollowEnd() {
  const scroller = useRef<HTMLDivElement>(null);
  const isFollowed = useRef(true);
  const lastTop = useRef(0);
  const [isAtEnd, setIsAtEnd] = useState(true);
  const onScroll = () => {
    const element = scroller.current;
    // Behind another tab it has no size, and is nowhere.
    if (element === null || element.clientHeight === 0) return;
    // The list may have grown since it was scrolled to its end: only who goes up leaves it.
    const isUp = element.scrollTop < lastTop.current;
    lastTop.current = element.scrollTop;
    isFollowed.current = isNearEnd(element) || (isFollowed.current && !isUp);
    setIsAtEnd(isFollowed.current);
  };
  // The list grows, the panel is resized, or shown again after another tab was.
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => {
      if (isFollowed.current) scrollToEnd(element);
    });
    observer.observe(element);
    if (element.firstElementChild !== null) observer.observe(element.firstElementChild);
    return () => observer.disconnect();
  }, []);
  const goToEnd = () => {
    if (scroller.current !== null) scrollToEnd(scroller.current);
  };
  return { scroller, isAtEnd, goToEnd, onScroll };
}

function scrollToEnd(element: Element): void {
  element.scrollTop = element.scrollHeight;
}
