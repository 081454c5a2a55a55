import type { QueueItem } from "@neonrelay/contract/callers";
import type { ComponentType } from "react";
import { MovableRows } from "../../ui/movable-rows/movable-rows.tsx";
import type { QueueRowProps } from "./queue-row.tsx";
import type { QueueActions } from "./queue-row-menu.tsx";

/** The upcoming tracks; only those in view are in the DOM. */
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
  /** The height of every row. */
  readonly rowPx: number;
  readonly Row: ComponentType<QueueRowProps>;
}) {
  return (
    <MovableRows
      label="Upcoming tracks"
      items={items}
      rowPx={rowPx}
      canMove={canControl}
      onMove={onMove}
      onRemove={onRemove}
    >
      {(item, place, actions) => (
        <Row key={item.id} item={item} {...place} {...actions} onPlayNext={onPlayNext} />
      )}
    </MovableRows>
  );
}
