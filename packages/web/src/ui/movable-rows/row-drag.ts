import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { PointerEvent } from "react";
import { dragOf, edgeScrollPx, type Hold } from "./drag-rules.ts";

interface HoldInPage extends Hold {
  readonly scroller: Element;
  readonly startScrollPx: number;
}

/**
 * Makes rows of equal height draggable by a grip, with mouse, pen or finger. Near an edge of the surrounding scroll
 * container the drag scrolls it. Reports where a row is dropped.
 */
export function useRowDrag<Item extends { readonly id: string }>(list: {
  readonly rowPx: number;
  readonly items: readonly Item[];
  /** @param to its new place, counted from 0 */
  readonly onDrop: (item: Item, to: number) => void;
}) {
  const [held, setHeld] = useState<HoldInPage | undefined>(undefined);
  const hold = useRef<HoldInPage | undefined>(undefined);
  const follow = (pointerPx?: number) => {
    const before = hold.current;
    if (before === undefined) return;
    hold.current = {
      ...before,
      pointerPx: pointerPx ?? before.pointerPx,
      scrolledPx: before.scroller.scrollTop - before.startScrollPx,
    };
    setHeld(hold.current);
  };
  const drag = held === undefined ? undefined : dragOf(held, list);
  useEdgeScroll(drag === undefined ? undefined : hold, follow);
  const end = () => {
    hold.current = undefined;
    setHeld(undefined);
  };
  useRelease(held !== undefined, end);
  const gripProps = (row: number) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      const id = list.items[row]?.id;
      if (event.button !== 0 || id === undefined) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      const scroller = scrollerOf(event.currentTarget);
      const { clientY: startPx } = event;
      const start = { id, startRow: row, startPx, scroller, startScrollPx: scroller.scrollTop };
      hold.current = { ...start, pointerPx: startPx, scrolledPx: 0 };
      follow();
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => follow(event.clientY),
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      // The final position, which may not have been drawn yet.
      follow(event.clientY);
      const dropped = hold.current === undefined ? undefined : dragOf(hold.current, list);
      end();
      const item = dropped === undefined ? undefined : list.items[dropped.from];
      if (dropped !== undefined && item !== undefined && dropped.to !== dropped.from)
        list.onDrop(item, dropped.to);
    },
    onPointerCancel: end,
  });
  return { drag, gripProps };
}

/** Listens on the window: a row that has left the page gets no more events of the pointer that held it. */
function useRelease(isHeld: boolean, onRelease: () => void): void {
  const release = useEffectEvent(onRelease);
  useEffect(() => {
    if (!isHeld) return undefined;
    const ending = new AbortController();
    for (const type of ["pointerup", "pointercancel"])
      window.addEventListener(type, () => release(), { signal: ending.signal });
    return () => ending.abort();
  }, [isHeld]);
}

/**
 * Scrolls frame by frame while the pointer is near an edge.
 * @param onScroll the rows have moved under the pointer
 */
function useEdgeScroll(
  hold: { readonly current: HoldInPage | undefined } | undefined,
  onScroll: () => void,
): void {
  const move = useEffectEvent(onScroll);
  useEffect(() => {
    if (hold === undefined) return undefined;
    const step = () => {
      frame = requestAnimationFrame(step);
      if (hold.current === undefined) return;
      const { scroller, pointerPx } = hold.current;
      const before = scroller.scrollTop;
      scroller.scrollTop += edgeScrollPx(pointerPx, scroller.getBoundingClientRect());
      if (scroller.scrollTop !== before) move();
    };
    let frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [hold]);
}

/** The nearest parent that scrolls vertically, or the page. */
function scrollerOf(element: Element): Element {
  for (let parent = element.parentElement; parent !== null; parent = parent.parentElement) {
    const isScrolling = ["auto", "scroll"].includes(getComputedStyle(parent).overflowY);
    if (isScrolling && parent.scrollHeight > parent.clientHeight) return parent;
  }
  return document.documentElement;
}
