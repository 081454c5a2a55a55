import { type RefObject, useLayoutEffect, useState } from "react";

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

/** Browsers lose rows further down: Firefox below about 17 million px, Chromium below 33 million. */
const TALLEST_LIST_PX = 15_000_000;

/** A list in its scroll container; lengths in px. */
interface LongList {
  /** Content above the list. */
  readonly marginPx: number;
  /** Height of all its rows. */
  readonly wholePx: number;
  /** Height of the visible part. */
  readonly viewPx: number;
}

/** Height of the list on the page. */
export function shownHeight(wholePx: number): number {
  return Math.min(wholePx, TALLEST_LIST_PX);
}

/** The offset in the whole list: a list too tall for the page scrolls further than the page does. */
export function toWholeOffset(scrolledPx: number, list: LongList): number {
  const { shownRangePx, wholeRangePx } = rangesOf(list);
  const insidePx = between(0, scrolledPx - list.marginPx, shownRangePx);
  return scrolledPx + (insidePx / shownRangePx) * (wholeRangePx - shownRangePx);
}

/** The page's offset: the inverse. */
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
