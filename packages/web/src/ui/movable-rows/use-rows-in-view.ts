import { type RefObject, useLayoutEffect, useState } from "react";

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

/** Extra rows beyond each edge of the window, ready for a fast scroll. */
const AROUND = 8;
/** Rows are added and removed in blocks of this many, so that scrolling by one draws nothing. */
const STEP = 4;

/** A half-open range of rows, counted from 0. */
interface RowSpan {
  readonly first: number;
  readonly end: number;
}

/**
 * Which rows of a long list are worth drawing.
 * @param topPx where the list begins, from the top of the window; negative once it is scrolled past the top
 */
export function rowsInView({
  topPx,
  windowPx,
  rowPx,
}: {
  readonly topPx: number;
  readonly windowPx: number;
  readonly rowPx: number;
}): RowSpan {
  const first = Math.floor(-topPx / rowPx / STEP) * STEP - AROUND;
  const end = Math.ceil((windowPx - topPx) / rowPx / STEP) * STEP + AROUND;
  return { first: Math.max(0, first), end: Math.max(0, end) };
}

/** In order: the rows in view, and those that must always be drawn, such as a dragged one. */
export function drawnRows(
  { first, end }: RowSpan,
  { count, kept }: { readonly count: number; readonly kept: readonly number[] },
): readonly number[] {
  const inView = Array.from(
    { length: Math.max(0, Math.min(end, count) - first) },
    (_row, at) => first + at,
  );
  const apart = kept.filter((row) => row >= 0 && row < count && (row < first || row >= end));
  return [...new Set([...inView, ...apart])].toSorted((one, other) => one - other);
}
