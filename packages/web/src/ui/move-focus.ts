import { type RefObject, useEffect } from "react";

/** Moves the focus to an invalid field. @param name of the field in its form */
export function focusField(form: HTMLFormElement, name: string): void {
  const field = form.elements.namedItem(name);
  if (field instanceof HTMLElement) field.focus();
}

/**
 * Moves the focus to an element once the focused button is gone.
 * @param isGone after a press on the button; of several buttons, the press
 */
export function useFocusAfter(
  target: RefObject<HTMLElement | null>,
  isGone: boolean | object,
): void {
  useEffect(() => {
    if (isGone !== false && document.activeElement === document.body)
      target.current?.focus({ preventScroll: true });
  }, [isGone, target]);
}
