import { useEffect } from "react";

/**
 * Moves the focus to a setting of the open section once it is there.
 * @param label the beginning of what its field or part is called; null: none
 */
export function useSettingInView(label: string | null): void {
  useEffect(() => {
    if (label === null || showSetting(label)) return undefined;
    // The section's file and the settings may still be loading.
    const observer = new MutationObserver(() => {
      if (showSetting(label)) observer.disconnect();
    });
    observer.observe(document.body, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [label]);
}

function showSetting(label: string): boolean {
  const named = [
    ...document.querySelectorAll<HTMLElement>("main :is(label, legend, h3, input[aria-label])"),
  ].find((element) => (element.ariaLabel ?? element.textContent).startsWith(label));
  if (named === undefined) return false;
  const control = named instanceof HTMLLabelElement ? named.control : named;
  const target = control?.matches("input, select, textarea, button")
    ? control
    : named
        .closest("fieldset, section")
        ?.querySelector<HTMLElement>("input, select, textarea, button");
  target?.focus({ preventScroll: true });
  named.scrollIntoView({ block: "center" });
  return true;
}
