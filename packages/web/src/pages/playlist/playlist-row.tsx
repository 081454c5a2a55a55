import { ArrowDown, ArrowUp, ListStart, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { useWaitWords } from "../../features/queue/queue-data.ts";
import { QueueRowMenu, type QueueRowProps } from "../../features/queue/queue-list.tsx";
import { BreakLine } from "../../features/queue/queue-row.tsx";
import { isSong } from "../../features/radio/radio-data.ts";
import { Cover } from "../../ui/cover.tsx";
import { UNKNOWN } from "../../ui/format-time.ts";
import { RowGrip } from "../../ui/movable-rows/movable-rows.tsx";

/** Every row has this height. */
export const PLAYLIST_ROW_PX = 72;

/** An entry of the queue with its details. On narrow screens its actions are in a menu. */
export function PlaylistRow({
  item,
  count,
  topPx,
  shiftPx,
  isHeld,
  gripProps,
  ...actions
}: QueueRowProps) {
  const { track, position } = item;
  return (
    <li
      className={`movable-row absolute inset-x-0 flex h-18 items-center gap-3 pr-2 hover:bg-s2 lg:gap-4 lg:pr-4 ${gripProps === undefined ? "pl-4" : "pl-1 lg:pl-2"}`}
      aria-posinset={item.position}
      aria-setsize={count}
      data-row-id={item.id}
      data-held={isHeld}
      style={{ top: topPx, ...(shiftPx !== 0 && { transform: `translateY(${shiftPx}px)` }) }}
    >
      <RowGrip gripProps={gripProps} />
      <span className="w-7 shrink-0 text-right font-mono text-[13px] text-muted tabular-nums">
        {position}
      </span>
      {isSong(track) ? (
        <Details item={item} />
      ) : (
        <BreakLine track={track} isNamed={gripProps !== undefined} />
      )}
      {gripProps !== undefined && <RowActions item={item} count={count} {...actions} />}
    </li>
  );
}

function Details({ item }: Pick<QueueRowProps, "item">) {
  const { track, requestedBy, addedBy } = item;
  const wait = useWaitWords(item);
  return (
    <>
      <Cover src={track.albumArt} sizePx={48} className="size-12 rounded-s" />
      <div className="min-w-0 flex-[3] leading-5">
        <p className="truncate text-[15px] font-medium" title={track.title}>
          {track.title}
        </p>
        <p className="truncate text-[13px] text-muted">
          {track.artist}
          <span className="lg:hidden"> · {track.duration ?? UNKNOWN}</span>
        </p>
        {addedBy !== null && (
          <p className="truncate text-[12px] leading-4 text-muted">Added by {addedBy}</p>
        )}
        {requestedBy !== null && (
          <p className="truncate text-[12px] leading-4 text-secondary-text" title={wait}>
            <span className={wait === undefined ? undefined : "max-sm:hidden"}>
              Requested by {requestedBy}
            </span>
            {wait !== undefined && (
              <span className="text-muted">
                <span className="max-sm:hidden"> · </span>
                {wait}
              </span>
            )}
          </p>
        )}
      </div>
      <p className="hidden min-w-0 flex-[2] truncate text-[13px] text-muted lg:block">
        {track.album ?? UNKNOWN}
      </p>
      <p className="hidden min-w-0 flex-1 truncate text-[13px] text-muted lg:block">
        {track.genre ?? UNKNOWN}
      </p>
      <p className="hidden w-12 shrink-0 text-right font-mono text-[13px] tabular-nums lg:block">
        {track.duration ?? UNKNOWN}
      </p>
    </>
  );
}

function RowActions({
  item,
  count,
  onMove,
  onPlayNext,
  onRemove,
}: Omit<QueueRowProps, "topPx" | "shiftPx" | "isHeld" | "gripProps">) {
  const index = item.position - 1;
  const { title } = item.track;
  return (
    <>
      <div className="hidden shrink-0 lg:flex">
        <Action
          label={`Move up ${title}`}
          icon={<ArrowUp size={18} />}
          disabled={index === 0}
          onPress={() => onMove(item, index - 1)}
        />
        <Action
          label={`Move down ${title}`}
          icon={<ArrowDown size={18} />}
          disabled={index === count - 1}
          onPress={() => onMove(item, index + 1)}
        />
        <Action
          label={`Play Next ${title}`}
          icon={<ListStart size={18} />}
          onPress={() => onPlayNext(item)}
        />
        <Action
          label={`Remove from Queue ${title}`}
          icon={<Trash2 size={18} />}
          onPress={() => onRemove(item)}
        />
      </div>
      <div className="shrink-0 lg:hidden">
        <QueueRowMenu
          item={item}
          count={count}
          onMove={onMove}
          onPlayNext={onPlayNext}
          onRemove={onRemove}
        />
      </div>
    </>
  );
}

function Action({
  label,
  icon,
  disabled = false,
  onPress,
}: {
  readonly label: string;
  readonly icon: ReactNode;
  readonly disabled?: boolean;
  readonly onPress: () => void;
}) {
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onPress}
    >
      <span aria-hidden="true">{icon}</span>
    </button>
  );
}
