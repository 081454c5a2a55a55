import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { PointerEvent } from "react";
import { dragPlace, edgeScrollPx } from "./drag-rules.ts";

/** The row that is held, counted from 0, and where it would land. */
export interface RowDrag {
  readonly from: number;
  readonly to: number;
  /** How far the row has moved, in pixels. */
  readonly offsetPx: number;
}

/** Where a drag began and where the pointer is, in pixels of the window. */
interface Hold {
  readonly from: number;
  readonly startPx: number;
  readonly scroller: Element;
  readonly startScrollPx: number;
  readonly pointerPx: number;
}

/**
 * Lets rows of one height be dragged by a grip, with mouse, pen or finger. Near an edge of the scrolling element around
 * them the drag scrolls it. Reports where a row is dropped.
 */
export function useRowDrag(list: {
  readonly rowPx: number;
  readonly count: number;
  readonly onDrop: (move: { readonly from: number; readonly to: number }) => void;
}) {
  const [drag, setDrag] = useState<RowDrag | undefined>(undefined);
  const hold = useRef<Hold | undefined>(undefined);
  const placeOf = ({ from, startPx, scroller, startScrollPx, pointerPx }: Hold): RowDrag => {
    const movedPx = pointerPx - startPx + scroller.scrollTop - startScrollPx;
    return { from, ...dragPlace(from, { movedPx, rowPx: list.rowPx, count: list.count }) };
  };
  const follow = () => {
    if (hold.current !== undefined) setDrag(placeOf(hold.current));
  };
  const isHeld = drag !== undefined;
  useEdgeScroll(isHeld ? hold : undefined, follow);
  const end = () => {
    hold.current = undefined;
    setDrag(undefined);
  };
  const gripProps = (row: number) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      const scroller = scrollerOf(event.currentTarget);
      const { clientY: pointerPx } = event;
      const startScrollPx = scroller.scrollTop;
      hold.current = { from: row, startPx: pointerPx, scroller, startScrollPx, pointerPx };
      follow();
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (hold.current === undefined) return;
      hold.current = { ...hold.current, pointerPx: event.clientY };
      follow();
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const held = hold.current;
      end();
      if (held === undefined) return;
      // Where it is dropped, which may not have been drawn yet.
      const { from, to } = placeOf({ ...held, pointerPx: event.clientY });
      if (to !== from) list.onDrop({ from, to });
    },
    onPointerCancel: end,
  });
  return { drag, gripProps };
}

/** Scrolls frame by frame while the pointer is near an edge. @param onScroll the rows have moved under the pointer */
function useEdgeScroll(
  hold: { readonly current: Hold | undefined } | undefined,
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
