import { useEffect, useRef, useState, type FocusEvent, type RefObject } from "react";

/**
 * Keeps the focus in a list that draws only some rows. A moved row keeps the focus; a removed one passes it to its
 * neighbour, until people press or focus something else.
 */
export function useRowFocus(
  list: RefObject<HTMLElement | null>,
  items: readonly { readonly id: string }[],
) {
  const [focusedId, setFocusedId] = useState<string | undefined>(undefined);
  const wanted = useRef<string | undefined>(undefined);
  const kept = useRef<{ readonly id: string; readonly row: number } | undefined>(undefined);
  useEffect(() => {
    if (wanted.current === undefined || !focusRow(list.current, wanted.current)) return;
    wanted.current = undefined;
  });
  // People have moved on: later changes to the list must not pull the focus back.
  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    const forget = () => (kept.current = undefined);
    const forgetElsewhere = ({ target }: Event) => {
      if (target instanceof Node && list.current?.contains(target) !== true) forget();
    };
    document.addEventListener("pointerdown", forget, { capture: true, signal });
    document.addEventListener("focusin", forgetElsewhere, { signal });
    return () => ending.abort();
  }, [list]);
  useEffect(() => {
    if (kept.current === undefined || document.activeElement !== document.body) return;
    const { id, row } = kept.current;
    const now = items.some((item) => item.id === id)
      ? id
      : items[Math.min(row, items.length - 1)]?.id;
    if (now !== undefined) focusRow(list.current, now);
  }, [items, list]);
  return {
    /** This row is always drawn; -1 for none. */
    focusedRow: items.findIndex(({ id }) => id === focusedId),
    onFocus: (event: FocusEvent) => setFocusedId(rowIdOf(event.target)),
    focus: (row: number) => {
      wanted.current = items[row]?.id;
      setFocusedId(wanted.current);
    },
    keep: (id: string) => {
      kept.current = { id, row: items.findIndex((item) => item.id === id) };
    },
  };
}

export function rowIdOf(target: EventTarget): string | undefined {
  const row = target instanceof Element ? target.closest("[data-row-id]") : null;
  return row?.getAttribute("data-row-id") ?? undefined;
}

/** @returns whether the row is drawn */
function focusRow(list: HTMLElement | null, id: string): boolean {
  const row = Array.from(list?.children ?? []).find((child) => rowIdOf(child) === id);
  if (row === undefined) return false;
  // A row may hold hidden buttons for other screen sizes.
  Array.from(row.querySelectorAll<HTMLElement>("button:enabled"))
    .find((button) => button.checkVisibility())
    ?.focus();
  return true;
}
