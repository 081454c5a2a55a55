const GAP_PX = 6;
const EDGE_PX = 8;

/** Centred below the control, or above it if that doesn't fit, and always within the page. */
export function placeOfTip(
  control: Pick<DOMRectReadOnly, "left" | "top" | "width" | "height">,
  sizes: {
    readonly tip: Pick<DOMRectReadOnly, "width" | "height">;
    readonly page: { readonly width: number; readonly height: number };
  },
): { readonly leftPx: number; readonly topPx: number } {
  const { tip, page } = sizes;
  const middlePx = control.left + control.width / 2 - tip.width / 2;
  const belowPx = control.top + control.height + GAP_PX;
  const fitsBelow = belowPx + tip.height <= page.height - EDGE_PX;
  return {
    leftPx: Math.max(EDGE_PX, Math.min(middlePx, page.width - EDGE_PX - tip.width)),
    topPx: fitsBelow ? belowPx : Math.max(EDGE_PX, control.top - GAP_PX - tip.height),
  };
}
