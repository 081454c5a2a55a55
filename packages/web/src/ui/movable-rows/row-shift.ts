/** How many places a row moves to make room for the dragged one: -1, 0 or 1. */
export function rowShift(
  index: number,
  drag: { readonly from: number; readonly to: number },
): -1 | 0 | 1 {
  if (index > drag.from && index <= drag.to) return -1;
  if (index < drag.from && index >= drag.to) return 1;
  return 0;
}
