import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

/** Within this distance of the end, the list follows new messages; within it of the start, the start is reached. */
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

/**
 * Keeps the end of a growing list in view; a reader further up keeps their place, even when lines come or go above it.
 * Its window has a single child, which grows with its lines.
 * @param line selector of a line
 */
export function useFollowEnd(line: string) {
  const scroller = useRef<HTMLDivElement>(null);
  const isFollowed = useRef(true);
  const lastTop = useRef(0);
  const [isAtEnd, setIsAtEnd] = useState(true);
  /** @returns whether the first lines are in view */
  const onScroll = (): boolean => {
    const element = scroller.current;
    // Hidden tabs have no size and no position.
    if (element === null || element.clientHeight === 0) return false;
    // The list may have grown since it was scrolled to its end: only scrolling up leaves the end.
    const isUp = element.scrollTop < lastTop.current;
    lastTop.current = element.scrollTop;
    isFollowed.current = isNearEnd(element) || (isFollowed.current && !isUp);
    setIsAtEnd(isFollowed.current);
    return !isFollowed.current && element.scrollTop < NEAR_PX;
  };
  // A surviving line and its position: if it moves, lines above it came or went.
  const mark = useRef<{ readonly line: HTMLElement; readonly topPx: number }>(undefined);
  const setMark = useCallback(() => {
    const last = [...(scroller.current?.querySelectorAll<HTMLElement>(line) ?? [])].at(-1);
    // In a hidden tab nothing has a position.
    const isShown = last !== undefined && last.offsetParent !== null;
    mark.current = isShown ? { line: last, topPx: last.offsetTop } : undefined;
  }, [line]);
  useLayoutEffect(() => {
    const element = scroller.current;
    const { current } = mark;
    if (element !== null && current?.line.isConnected === true && !isFollowed.current)
      element.scrollTop += current.line.offsetTop - current.topPx;
    setMark();
  });
  // The list grew, the panel was resized, or its tab was shown again.
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => {
      if (isFollowed.current) {
        scrollToEnd(element);
        // Its scroll event comes later, perhaps merged with that of a reader scrolling up.
        lastTop.current = element.scrollTop;
      }
      setMark();
    });
    observer.observe(element);
    if (element.firstElementChild !== null) observer.observe(element.firstElementChild);
    return () => observer.disconnect();
  }, [setMark]);
  const goToEnd = () => {
    if (scroller.current !== null) scrollToEnd(scroller.current);
  };
  return { scroller, isAtEnd, goToEnd, onScroll };
}

function scrollToEnd(element: Element): void {
  element.scrollTop = element.scrollHeight;
}
