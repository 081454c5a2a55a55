/**
 * A button that is disabled while its call runs loses the focus. This gives the focus back once it is enabled, so that
 * keyboard users can press it again, unless the focus has moved elsewhere.
 * @returns a function that stops this
 */
export function returnFocus(page: Document): () => void {
  let last: EventTarget | null = null;
  const note = ({ target }: FocusEvent) => {
    last = target;
  };
  const observer = new MutationObserver((changes) => {
    for (const { target } of changes)
      if (target === last && page.activeElement === page.body && target instanceof HTMLElement)
        target.focus({ preventScroll: true });
  });
  page.addEventListener("focusin", note);
  observer.observe(page.body, { subtree: true, attributeFilter: ["disabled"] });
  return () => {
    page.removeEventListener("focusin", note);
    observer.disconnect();
  };
}
