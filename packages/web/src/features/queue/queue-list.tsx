import type { QueueItem } from "@neonrelay/contract";
import { useEffect, useRef } from "react";
import type { ComponentType, KeyboardEvent } from "react";
import { queueKeyAction } from "./queue-keys.ts";
import { rowShift } from "./queue-order.ts";
import type { QueueRowProps } from "./queue-row.tsx";
import type { QueueActions } from "./queue-row-menu.tsx";
import { useRowDrag } from "./row-drag.ts";

/** The upcoming tracks. Arrow keys go from row to row, with Alt they move the entry; Delete removes it. */
export function QueueList({
  items,
  canControl,
  rowPx,
  Row,
  onMove,
  onRemove,
  onPlayNext,
}: QueueActions & {
  readonly items: readonly QueueItem[];
  readonly canControl: boolean;
  /** How high every row is. */
  readonly rowPx: number;
  readonly Row: ComponentType<QueueRowProps>;
}) {
  const list = useRef<HTMLOListElement>(null);
  const { drag, gripProps } = useRowDrag({
    rowPx,
    count: items.length,
    onDrop: ({ from, to }) => {
      const item = items[from];
      if (item !== undefined) onMove(item, to);
    },
  });
  const keepFocus = useFocusKept(list, items);
  const actions: QueueActions = {
    onPlayNext,
    onMove: (item, index) => {
      keepFocus(item.id);
      onMove(item, index);
    },
    onRemove: (item) => {
      keepFocus(item.id);
      onRemove(item);
    },
  };
  const pressKey = (event: KeyboardEvent) => {
    const row = rowOf(event.target, items);
    const action = queueKeyAction(event, { row, count: items.length });
    const item = items[row];
    if (action === undefined || item === undefined) return;
    event.preventDefault();
    if (action.kind === "focus") return focusRow(list.current, action.row);
    if (action.kind === "move") actions.onMove(item, action.row);
    else actions.onRemove(item);
  };
  return (
    // The keys are an extra of the buttons in the rows, whose menus do the same.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <ol ref={list} aria-label="Upcoming tracks" onKeyDown={canControl ? pressKey : undefined}>
      {items.map((item, row) => (
        <Row
          key={item.id}
          item={item}
          count={items.length}
          shiftPx={shiftOf(row, drag)}
          isHeld={drag === undefined ? undefined : drag.from === row}
          gripProps={canControl ? gripProps(row) : undefined}
          {...actions}
        />
      ))}
    </ol>
  );

  function shiftOf(row: number, held: typeof drag): number {
    if (held === undefined) return 0;
    return held.from === row ? held.offsetPx : rowShift(row, held) * rowPx;
  }
}

/** A row that is moved within the page loses the focus, and one that is removed leaves it to its neighbour. */
function useFocusKept(
  list: { readonly current: HTMLOListElement | null },
  items: readonly QueueItem[],
): (id: string) => void {
  const kept = useRef<{ readonly id: string; readonly row: number } | undefined>(undefined);
  useEffect(() => {
    if (kept.current === undefined || list.current?.contains(document.activeElement) === true)
      return;
    const { id, row } = kept.current;
    const now = items.findIndex((item) => item.id === id);
    focusRow(list.current, now === -1 ? Math.min(row, items.length - 1) : now);
  }, [items, list]);
  return (id) => {
    kept.current = { id, row: items.findIndex((item) => item.id === id) };
  };
}

function rowOf(target: EventTarget, items: readonly QueueItem[]): number {
  const row = target instanceof Element ? target.closest("[data-queue-item]") : null;
  const id = row?.getAttribute("data-queue-item");
  return items.findIndex((item) => item.id === id);
}

function focusRow(list: HTMLOListElement | null, row: number): void {
  const buttons = list?.children[row]?.querySelectorAll<HTMLElement>("button:enabled") ?? [];
  // A row may have other buttons for small screens, which are hidden.
  Array.from(buttons)
    .find((button) => button.checkVisibility())
    ?.focus();
}
