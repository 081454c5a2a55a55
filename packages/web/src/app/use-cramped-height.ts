import { useEffect, useState } from "react";
import { isWide } from "../ui/use-is-wide.ts";
import { crampedHeightPx } from "./cramped-rules.ts";

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
