import type { QueueItem } from "@neonrelay/contract";
import { EllipsisVertical } from "lucide-react";
import { lazy, Suspense } from "react";
import { Cover } from "../../ui/cover.tsx";
import type { QueueActions } from "./queue-row-menu.tsx";

/** The menu brings its positioning code, which the first paint does not need. */
const QueueRowMenu = lazy(async () => {
  const { QueueRowMenu: menu } = await import("./queue-row-menu.tsx");
  return { default: menu };
});

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
          {canControl ? (
            <Suspense fallback={<MenuPlaceholder />}>
              <QueueRowMenu item={item} {...actions} />
            </Suspense>
          ) : (
            <span className="w-2" />
          )}
        </li>
      ))}
    </ol>
  );
}

function MenuPlaceholder() {
  return (
    <span className="icon-button">
      <EllipsisVertical size={18} aria-hidden="true" />
    </span>
  );
}
