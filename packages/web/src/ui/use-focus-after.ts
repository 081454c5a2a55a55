import { useEffect } from "react";
import type { RefObject } from "react";

/**
 * Moves the focus to an element once the focused button is gone.
 * @param isGone after a press on the button
 */
export function useFocusAfter(target: RefObject<HTMLElement | null>, isGone: boolean): void {
  useEffect(() => {
    if (isGone && document.activeElement === document.body)
      target.current?.focus({ preventScroll: true });
  }, [isGone, target]);
}
