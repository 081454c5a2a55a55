import type { QueueItem } from "@neonrelay/contract/callers";
import { useRef } from "react";
import type { ComponentType, KeyboardEvent } from "react";
import { queueKeyAction } from "./queue-keys.ts";
import { rowShift } from "./queue-order.ts";
import type { QueueRowProps } from "./queue-row.tsx";
import type { QueueActions } from "./queue-row-menu.tsx";
import { useRowDrag, type RowDrag } from "./row-drag.ts";
import { rowIdOf, useRowFocus } from "./row-focus.ts";
import { drawnRows } from "./rows-in-view.ts";
import { useRowsInView } from "./use-rows-in-view.ts";

/** The upcoming tracks, of which those in view are in the page. Arrow keys go from row to row, with Alt they move the entry; Delete removes it. */
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
  const span = useRowsInView(list, rowPx);
  const { focusedRow, onFocus, focus, keep } = useRowFocus(list, items);
  const kept = [focusedRow, drag?.from ?? -1];
  const actions: QueueActions = {
    onPlayNext,
    onMove: (item, index) => {
      keep(item.id);
      onMove(item, index);
    },
    onRemove: (item) => {
      keep(item.id);
      onRemove(item);
    },
  };
  const pressKey = (event: KeyboardEvent) => {
    const id = rowIdOf(event.target);
    const row = items.findIndex((item) => item.id === id);
    const action = queueKeyAction(event, { row, count: items.length });
    const item = items[row];
    if (action === undefined || item === undefined) return;
    event.preventDefault();
    if (action.kind === "focus") return focus(action.row);
    if (action.kind === "move") actions.onMove(item, action.row);
    else actions.onRemove(item);
  };
  return (
    // The keys are an extra of the buttons in the rows, whose menus do the same.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <ol
      ref={list}
      aria-label="Upcoming tracks"
      className="relative"
      style={{ height: items.length * rowPx }}
      onKeyDown={canControl ? pressKey : undefined}
      onFocus={onFocus}
    >
      {drawnRows(span, { count: items.length, kept }).map((row) => {
        const item = items[row];
        return (
          item !== undefined && (
            <Row
              key={item.id}
              item={item}
              count={items.length}
              topPx={row * rowPx}
              shiftPx={shiftOf(row, { drag, rowPx })}
              isHeld={drag === undefined ? undefined : drag.from === row}
              gripProps={canControl ? gripProps(row) : undefined}
              {...actions}
            />
          )
        );
      })}
    </ol>
  );
}

/** How far a row is from its place, in px, while one is dragged. */
function shiftOf(
  row: number,
  { drag, rowPx }: { readonly drag: RowDrag | undefined; readonly rowPx: number },
): number {
  if (drag === undefined) return 0;
  return drag.from === row ? drag.offsetPx : rowShift(row, drag) * rowPx;
}
