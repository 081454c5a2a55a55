import type { QueueItem } from "@neonrelay/contract";
import { ArrowUp, EllipsisVertical, ListStart, Trash2 } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { Cover } from "../../ui/cover.tsx";

interface QueueActions {
  readonly onPlayNext: (item: QueueItem) => void;
  readonly onMoveUp: (item: QueueItem) => void;
  readonly onRemove: (item: QueueItem) => void;
}

export function QueueList({
  items,
  canControl,
  ...actions
}: QueueActions & { readonly items: readonly QueueItem[]; readonly canControl: boolean }) {
  return (
    <ol aria-label="Upcoming tracks">
      {items.map((item) => (
        <li
          key={item.id}
          className="flex h-14 items-center gap-3 pr-1 pl-4 hover:bg-s2"
          data-queue-item={item.id}
        >
          <Cover src={item.track.albumArt} sizePx={40} className="size-10 rounded-s" />
          <div className="min-w-0 flex-1 leading-5">
            <p className="truncate text-[15px] font-medium" title={item.track.title}>
              {item.track.title}
            </p>
            <p className="flex min-w-0 items-center gap-2 text-[13px] text-muted">
              <span className="truncate">{item.track.artist}</span>
              {item.requestedBy !== null && (
                <span className="badge max-w-28 min-w-0 shrink-0 px-2 py-0 text-[12px] text-secondary-text">
                  <span className="truncate">{item.requestedBy}</span>
                </span>
              )}
            </p>
          </div>
          <span className="shrink-0 font-mono text-[13px] text-muted tabular-nums">
            #{item.position}
          </span>
          {canControl ? <RowMenu item={item} {...actions} /> : <span className="w-2" />}
        </li>
      ))}
    </ol>
  );
}

function RowMenu({ item, ...actions }: QueueActions & { readonly item: QueueItem }) {
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
