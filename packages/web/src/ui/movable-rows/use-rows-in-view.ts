import { useLayoutEffect, useState, type RefObject } from "react";
import { rowsInView, type RowSpan } from "./rows-in-view.ts";

/** Drawn until the list's position is known. */
const FIRST_SPAN: RowSpan = { first: 0, end: 16 };

/** Tracks which rows of a list are in the window, whatever element scrolls. */
export function useRowsInView(list: RefObject<HTMLElement | null>, rowPx: number): RowSpan {
  const [span, setSpan] = useState(FIRST_SPAN);
  useLayoutEffect(() => {
    const element = list.current;
    if (element === null) return undefined;
    const look = (): void => {
      const topPx = element.getBoundingClientRect().top;
      const next = rowsInView({ topPx, windowPx: window.innerHeight, rowPx });
      setSpan((before) => (before.first === next.first && before.end === next.end ? before : next));
    };
    look();
    const ending = new AbortController();
    const { signal } = ending;
    // Scroll events do not bubble, but the document sees them in the capture phase.
    document.addEventListener("scroll", look, { capture: true, passive: true, signal });
    window.addEventListener("resize", look, { signal });
    // The list was hidden or grew.
    const resized = new ResizeObserver(look);
    resized.observe(element);
    return () => {
      ending.abort();
      resized.disconnect();
    };
  }, [list, rowPx]);
  return span;
}
