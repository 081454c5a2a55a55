/** A dragged row scrolls the list when it is this near to an edge. */
const EDGE_PX = 56;
const MOST_PX_A_FRAME = 14;

/** How far one frame scrolls the list: faster the nearer the pointer is to the edge; negative is up. */
export function edgeScrollPx(
  pointerPx: number,
  edges: { readonly top: number; readonly bottom: number },
): number {
  const into = (distancePx: number) => Math.max(0, Math.min(1, 1 - distancePx / EDGE_PX));
  const pull = into(edges.bottom - pointerPx) - into(pointerPx - edges.top);
  return Math.round(pull * MOST_PX_A_FRAME);
}

/**
 * Where a dragged row is and where it would land: never beyond the ends of its list.
 * @param movedPx how far the pointer has moved in the list, including what was scrolled
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
