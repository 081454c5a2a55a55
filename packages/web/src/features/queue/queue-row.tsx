import type { QueueItem } from "@neonrelay/contract/callers";
import { GripVertical } from "lucide-react";
import type { PointerEvent } from "react";
import { Cover } from "../../ui/cover.tsx";
import { QueueRowMenu } from "./queue-row-menu.tsx";
import type { QueueActions } from "./queue-row-menu.tsx";

type PointerHandler = (event: PointerEvent<HTMLElement>) => void;

export interface QueueRowProps extends QueueActions {
  readonly item: QueueItem;
  readonly count: number;
  /** Where it lies in its list. */
  readonly topPx: number;
  /** How far it has left its place. */
  readonly shiftPx: number;
  /** undefined while no row is dragged. */
  readonly isHeld: boolean | undefined;
  /** undefined without the right to change the queue. */
  readonly gripProps: Readonly<Record<string, PointerHandler>> | undefined;
}

/** Every row has this height. */
export const QUEUE_ROW_PX = 64;

export function QueueRow({
  item,
  count,
  topPx,
  shiftPx,
  isHeld,
  gripProps,
  ...actions
}: QueueRowProps) {
  return (
    <li
      className={`queue-row absolute inset-x-0 flex h-16 items-center gap-3 pr-1 hover:bg-s2 ${gripProps === undefined ? "pl-4" : "pl-1"}`}
      aria-posinset={item.position}
      aria-setsize={count}
      data-queue-item={item.id}
      data-held={isHeld}
      style={{ top: topPx, ...(shiftPx !== 0 && { transform: `translateY(${shiftPx}px)` }) }}
    >
      <RowGrip gripProps={gripProps} />
      <Cover src={item.track.albumArt} sizePx={40} className="size-10 rounded-s" />
      <RowText item={item} />
      <span className="shrink-0 font-mono text-[13px] text-muted tabular-nums">
        #{item.position}
      </span>
      {gripProps === undefined ? (
        <span className="w-2" />
      ) : (
        <QueueRowMenu item={item} count={count} {...actions} />
      )}
    </li>
  );
}

/** The drag handle; nothing without the right. */
export function RowGrip({ gripProps }: Pick<QueueRowProps, "gripProps">) {
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

/** Three lines for a requested track: the requester and the artist don't fit on one line. */
function RowText({ item: { track, requestedBy } }: { readonly item: QueueItem }) {
  return (
    <div className="flex min-w-0 flex-1 flex-col items-start">
      <p
        className={`max-w-full truncate text-[15px] font-medium ${requestedBy === null ? "leading-5" : "leading-[18px]"}`}
        title={track.title}
      >
        {track.title}
      </p>
      <p
        className={`max-w-full truncate text-[13px] text-muted ${requestedBy === null ? "leading-5" : "leading-4"}`}
      >
        {track.artist}
      </p>
      {requestedBy !== null && (
        <span className="badge max-w-full px-2 py-0 text-[12px] leading-[14px] text-secondary-text">
          <span className="truncate">{requestedBy}</span>
        </span>
      )}
    </div>
  );
}
