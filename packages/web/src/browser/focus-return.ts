/**
 * A button that is closed while its order is carried out loses the focus, and has it again once it is open, so that who
 * works by keyboard presses it twice as others do. Whoever has gone elsewhere meanwhile stays there.
 * @returns ends it
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
