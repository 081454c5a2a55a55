import type { QueueItem } from "@neonrelay/contract";
import { ArrowUp, EllipsisVertical, ListStart, Trash2 } from "lucide-react";
import { DropdownMenu } from "radix-ui";

export interface QueueActions {
  readonly onPlayNext: (item: QueueItem) => void;
  readonly onMoveUp: (item: QueueItem) => void;
  readonly onRemove: (item: QueueItem) => void;
}

export function QueueRowMenu({ item, ...actions }: QueueActions & { readonly item: QueueItem }) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className="icon-button" aria-label={`Actions for ${item.track.title}`}>
        <EllipsisVertical size={18} aria-hidden="true" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content align="end" sideOffset={4} className="menu">
          <DropdownMenu.Item className="menu-item" onSelect={() => actions.onPlayNext(item)}>
            <ListStart size={16} aria-hidden="true" />
            Play Next
          </DropdownMenu.Item>
          {item.position > 1 && (
            <DropdownMenu.Item className="menu-item" onSelect={() => actions.onMoveUp(item)}>
              <ArrowUp size={16} aria-hidden="true" />
              Move Up
            </DropdownMenu.Item>
          )}
          <DropdownMenu.Item className="menu-item" onSelect={() => actions.onRemove(item)}>
            <Trash2 size={16} aria-hidden="true" />
            Remove
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
