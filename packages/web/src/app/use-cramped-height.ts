import { useEffect, useState } from "react";
import { isWide } from "../ui/use-is-wide.ts";

const textFields = "textarea, input:not([type=range], [type=checkbox], [type=radio], [type=file])";

/**
 * The height of the page above a software keyboard; undefined without one. Some
 * browsers shrink the page itself, others only its visible part.
 */
export function useCrampedHeightPx(): number | undefined {
  const [heightPx, setHeightPx] = useState<number>();
  useEffect(() => {
    const viewport = window.visualViewport;
    if (viewport === null) return undefined;
    const page = new AbortController();
    const { signal } = page;
    const look = (hasResized: boolean) => {
      setHeightPx((before) =>
        crampedHeightPx({
          heightPx: viewport.height,
          scale: viewport.scale,
          isWideLayout: isWide(),
          isWriting: document.activeElement?.matches(textFields) === true,
          hasResized,
          before,
        }),
      );
    };
    viewport.addEventListener("resize", () => look(true), { signal });
    document.addEventListener("focusin", () => look(false), { signal });
    return () => page.abort();
  }, []);
  useEffect(() => {
    // Where the keyboard covers the page, the browser has scrolled it to show the field.
    if (heightPx !== undefined) window.scrollTo(0, 0);
  }, [heightPx]);
  return heightPx;
}

/** Lower than any phone in portrait with its browser bars, and higher than the space above a keyboard. */
const ROOMY_HEIGHT_PX = 560;

/**
 * The height of the page while the visitor types and a software keyboard covers part of it; undefined for the full
 * height.
 * @param before the last result: pressing the button beside the field leaves the keyboard open
 */
export function crampedHeightPx(view: {
  readonly heightPx: number;
  /** A zoomed page also shows less, but must not move. */
  readonly scale: number;
  readonly isWideLayout: boolean;
  readonly isWriting: boolean;
  readonly hasResized: boolean;
  readonly before: number | undefined;
}): number | undefined {
  if (view.isWideLayout || view.scale > 1.01 || view.heightPx >= ROOMY_HEIGHT_PX) return undefined;
  if (view.isWriting) return view.heightPx;
  return view.hasResized ? undefined : view.before;
}
