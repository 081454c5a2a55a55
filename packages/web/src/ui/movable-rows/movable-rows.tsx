import { GripVertical } from "lucide-react";
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from "react";
import { pressedKey } from "../../browser/pressed-key.ts";
import type { RowDrag } from "./drag-rules.ts";
import { useRowDrag } from "./row-drag.ts";
import { rowIdOf, useRowFocus } from "./row-focus.ts";
import { drawnRows, useRowsInView } from "./use-rows-in-view.ts";

type GripProps = Readonly<Record<string, (event: PointerEvent<HTMLElement>) => void>>;

/** How a row is drawn. */
export interface RowPlace {
  readonly count: number;
  /** Its position in the list. */
  readonly topPx: number;
  /** Its offset from that position. */
  readonly shiftPx: number;
  /** undefined while no row is dragged. */
  readonly isHeld: boolean | undefined;
  /** undefined for visitors who may not change the list. */
  readonly gripProps: GripProps | undefined;
}

export interface RowActions<Item> {
  /** @param index the new place, counted from 0 */
  readonly onMove: (item: Item, index: number) => void;
  readonly onRemove: (item: Item) => void;
}

/**
 * Rows of equal height that can be dragged and moved by keys; only those in view are in the page. Arrow keys move
 * between rows, with Alt they move the row; Delete removes it. A row is an `li` with its id as `data-row-id`.
 */
export function MovableRows<Item extends { readonly id: string }>({
  label,
  items,
  rowPx,
  canMove,
  onMove,
  onRemove,
  children,
}: RowActions<Item> & {
  readonly label: string;
  readonly items: readonly Item[];
  readonly rowPx: number;
  readonly canMove: boolean;
  /** Renders a row; its actions keep the focus in the list. */
  readonly children: (item: Item, place: RowPlace, actions: RowActions<Item>) => ReactNode;
}) {
  const list = useRef<HTMLOListElement>(null);
  const { drag, gripProps } = useRowDrag({ rowPx, items, onDrop: onMove });
  const span = useRowsInView(list, rowPx);
  const { focusedRow, onFocus, focus, keep } = useRowFocus(list, items);
  const kept = [focusedRow, drag?.from ?? -1];
  const actions: RowActions<Item> = {
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
    const action = rowKeyAction(
      { key: pressedKey(event), altKey: event.altKey },
      { row, count: items.length },
    );
    const item = items[row];
    if (action === undefined || item === undefined) return;
    event.preventDefault();
    if (action.kind === "focus") return focus(action.row);
    if (action.kind === "move") actions.onMove(item, action.row);
    else actions.onRemove(item);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the menus of the rows do what its keys do
    <ol
      ref={list}
      aria-label={label}
      className="relative"
      style={{ height: items.length * rowPx }}
      onKeyDown={canMove ? pressKey : undefined}
      onFocus={onFocus}
    >
      {drawnRows(span, { count: items.length, kept }).map((row) => {
        const item = items[row];
        const place = {
          count: items.length,
          topPx: row * rowPx,
          shiftPx: shiftOf(row, { drag, rowPx }),
          isHeld: drag === undefined ? undefined : drag.from === row,
          gripProps: canMove ? gripProps(row) : undefined,
        };
        return item !== undefined && children(item, place, actions);
      })}
    </ol>
  );
}

/** Offset of a row from its place during a drag, in px. */
function shiftOf(
  row: number,
  { drag, rowPx }: { readonly drag: RowDrag | undefined; readonly rowPx: number },
): number {
  if (drag === undefined) return 0;
  return drag.from === row ? drag.offsetPx : rowShift(row, drag) * rowPx;
}

/** The drag handle; absent for visitors who may not move rows. */
export function RowGrip({ gripProps }: Pick<RowPlace, "gripProps">) {
  if (gripProps === undefined) return null;
  return (
    <span
      {...gripProps}
      aria-hidden="true"
      title="Drag to move"
      className="-mr-2 flex h-11 w-6 shrink-0 cursor-grab touch-none items-center justify-center text-faint"
    >
      <GripVertical size={16} />
    </span>
  );
}

/** What a key does in a row of a list; rows count from 0. */
type RowKeyAction =
  | { readonly kind: "focus"; readonly row: number }
  | { readonly kind: "move"; readonly row: number }
  | { readonly kind: "remove" };

/** undefined: no action, for example past the ends. */
export function rowKeyAction(
  press: { readonly key: string; readonly altKey: boolean },
  { row, count }: { readonly row: number; readonly count: number },
): RowKeyAction | undefined {
  if (row === -1) return undefined;
  if (press.key === "Delete") return { kind: "remove" };
  const kind = press.altKey ? "move" : "focus";
  const target = targetOf(press.key, { row, count });
  if (target === undefined || target === row || target < 0 || target >= count) return undefined;
  return { kind, row: target };
}

function targetOf(
  key: string,
  { row, count }: { readonly row: number; readonly count: number },
): number | undefined {
  if (key === "ArrowUp") return row - 1;
  if (key === "ArrowDown") return row + 1;
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  return undefined;
}

/** How many places a row moves to make room for the dragged one: -1, 0 or 1. */
export function rowShift(
  index: number,
  drag: { readonly from: number; readonly to: number },
): -1 | 0 | 1 {
  if (index > drag.from && index <= drag.to) return -1;
  if (index < drag.from && index >= drag.to) return 1;
  return 0;
}
