/** A row dragged this close to an edge scrolls the list. */
const EDGE_PX = 56;
const MAX_PX_A_FRAME = 14;

/** How far one frame scrolls the list: faster the nearer the pointer is to the edge; negative is up. */
export function edgeScrollPx(
  pointerPx: number,
  edges: { readonly top: number; readonly bottom: number },
): number {
  const into = (distancePx: number) => Math.max(0, Math.min(1, 1 - distancePx / EDGE_PX));
  const pull = into(edges.bottom - pointerPx) - into(pointerPx - edges.top);
  return Math.round(pull * MAX_PX_A_FRAME);
}

/** Where a drag started and where the pointer is, in pixels of the window. */
export interface Hold {
  /** The row's id. */
  readonly id: string;
  /** The row's index at that time, counted from 0. */
  readonly startRow: number;
  readonly startPx: number;
  readonly pointerPx: number;
  readonly scrolledPx: number;
}

/** The index of the held row, counted from 0, and where it would land. */
export interface RowDrag {
  readonly from: number;
  readonly to: number;
  /** Offset of the row from its place, in pixels. */
  readonly offsetPx: number;
}

/** The drag in the current list, which others may have changed since; undefined if the row has gone. */
export function dragOf(
  { id, startRow, startPx, pointerPx, scrolledPx }: Hold,
  { rowPx, items }: { readonly rowPx: number; readonly items: readonly { readonly id: string }[] },
): RowDrag | undefined {
  const from = items.findIndex((item) => item.id === id);
  if (from === -1) return undefined;
  // Stays under the pointer, though its place has changed.
  const movedPx = pointerPx - startPx + scrolledPx + (startRow - from) * rowPx;
  return { from, ...dragPlace(from, { movedPx, rowPx, count: items.length }) };
}

/**
 * Where a dragged row is and where it would land, limited to its list.
 * @param movedPx how far the pointer has moved in the list, scrolling included
 */
export function dragPlace(
  from: number,
  {
    movedPx,
    rowPx,
    count,
  }: { readonly movedPx: number; readonly rowPx: number; readonly count: number },
): { readonly to: number; readonly offsetPx: number } {
  const offsetPx = Math.max(-from * rowPx, Math.min((count - 1 - from) * rowPx, movedPx));
  return { to: from + Math.round(offsetPx / rowPx), offsetPx };
}
