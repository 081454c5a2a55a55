import { useLayoutEffect, useState } from "react";
import type { RefObject } from "react";

/** What scrolls a list: its own panel, or where little is seen of the page, all of the page. */
export interface Scroller {
  readonly element: () => Element | null;
  /** From the beginning of what is scrolled to the list. */
  readonly marginPx: number;
}

/** Follows the list from one scroller to the other, as a phone is turned. */
export function useScroller(list: RefObject<HTMLElement | null>): Scroller {
  const [marginPx, setMarginPx] = useState(0);
  useLayoutEffect(() => {
    const { current } = list;
    if (current === null) return undefined;
    const measure = () => setMarginPx(marginOf(current));
    measure();
    const observer = new ResizeObserver(measure);
    // The page turns, or what stands above the list becomes higher.
    observer.observe(document.documentElement);
    const page = current.closest("main");
    if (page !== null) observer.observe(page);
    return () => observer.disconnect();
  }, [list]);
  return {
    element: () => (list.current === null ? null : scrollerOf(list.current)),
    marginPx,
  };
}

function scrollerOf(element: Element): Element {
  let parent = element.parentElement;
  while (parent !== null && !["auto", "scroll"].includes(getComputedStyle(parent).overflowY))
    parent = parent.parentElement;
  return parent ?? document.documentElement;
}

function marginOf(list: Element): number {
  const scroller = scrollerOf(list);
  const beginPx = list.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
  return Math.round(beginPx + scroller.scrollTop);
}
