/** Near an edge of the list that scrolls, a dragged row scrolls it. */
const EDGE_PX = 56;
const MOST_PX_A_FRAME = 14;

/** How far a frame scrolls the list: the nearer to its edge the pointer is, the faster; up is below 0. */
export function edgeScrollPx(
  pointerPx: number,
  edges: { readonly top: number; readonly bottom: number },
): number {
  const into = (distancePx: number) => Math.max(0, Math.min(1, 1 - distancePx / EDGE_PX));
  const pull = into(edges.bottom - pointerPx) - into(pointerPx - edges.top);
  return Math.round(pull * MOST_PX_A_FRAME);
}

/**
 * Where a dragged row lies and would come to lie: never beyond the ends of its list.
 * @param movedPx how far the pointer has come in the list, its scrolling included
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
