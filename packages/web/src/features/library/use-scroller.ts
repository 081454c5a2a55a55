import { useLayoutEffect, useState } from "react";
import type { RefObject } from "react";

/** What scrolls a list: its panel, or the page on a small screen. */
interface Scroller {
  readonly element: () => Element | null;
  /** The offset of the list in the scrolled content. */
  readonly marginPx: number;
}

/** Follows the list from one scroller to the other when a phone is rotated. */
export function useScroller(list: RefObject<HTMLElement | null>): Scroller {
  const [marginPx, setMarginPx] = useState(0);
  useLayoutEffect(() => {
    const { current } = list;
    if (current === null) return undefined;
    const measure = () => setMarginPx(marginOf(current));
    measure();
    const observer = new ResizeObserver(measure);
    // The page is rotated, or the content above the list grows.
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
