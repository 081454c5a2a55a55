import type { QueueItem } from "@neonrelay/contract/callers";
import { ArrowDown, ArrowUp, EllipsisVertical, ListStart, Trash2 } from "lucide-react";
import type { ComponentType } from "react";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { MovableRows, type RowPlace } from "../../ui/movable-rows/movable-rows.tsx";

interface QueueActions {
  readonly onPlayNext: (item: QueueItem) => void;
  /** @param index the new place, counted from 0 */
  readonly onMove: (item: QueueItem, index: number) => void;
  readonly onRemove: (item: QueueItem) => void;
}

export interface QueueRowProps extends QueueActions, RowPlace {
  readonly item: QueueItem;
}

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

export function QueueRowMenu({
  item,
  count,
  onPlayNext,
  onMove,
  onRemove,
}: QueueActions & { readonly item: QueueItem; readonly count: number }) {
  const index = item.position - 1;
  return (
    <Menu
      label={`Actions for ${item.track.title}`}
      className="icon-button"
      icon={<EllipsisVertical size={18} aria-hidden="true" />}
    >
      <MenuItem icon={<ListStart size={16} aria-hidden="true" />} onSelect={() => onPlayNext(item)}>
        Play Next
      </MenuItem>
      {index > 0 && (
        <MenuItem
          icon={<ArrowUp size={16} aria-hidden="true" />}
          onSelect={() => onMove(item, index - 1)}
        >
          Move Up
        </MenuItem>
      )}
      {index < count - 1 && (
        <MenuItem
          icon={<ArrowDown size={16} aria-hidden="true" />}
          onSelect={() => onMove(item, index + 1)}
        >
          Move Down
        </MenuItem>
      )}
      <MenuItem icon={<Trash2 size={16} aria-hidden="true" />} onSelect={() => onRemove(item)}>
        Remove
      </MenuItem>
    </Menu>
  );
}
