import { useEffect } from "react";
import type { RefObject } from "react";

/** Moves the focus to an element once the button that had it is gone. @param isGone after its press */
export function useFocusAfter(target: RefObject<HTMLElement | null>, isGone: boolean): void {
  useEffect(() => {
    if (isGone && document.activeElement === document.body)
      target.current?.focus({ preventScroll: true });
  }, [isGone, target]);
}
