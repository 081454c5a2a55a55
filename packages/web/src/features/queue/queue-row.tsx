import type { QueueItem } from "@neonrelay/contract/callers";
import { Cover } from "../../ui/cover.tsx";
import { RowGrip } from "../../ui/movable-rows/movable-rows.tsx";
import { isSong, kindNames } from "../radio/index.ts";
import { useWaitWords } from "./queue-data.ts";
import { QueueRowMenu, type QueueRowProps } from "./queue-list.tsx";

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
      className={`movable-row absolute inset-x-0 flex h-16 items-center gap-3 pr-1 hover:bg-s2 ${gripProps === undefined ? "pl-4" : "pl-1"}`}
      aria-posinset={item.position}
      aria-setsize={count}
      data-row-id={item.id}
      data-held={isHeld}
      style={{ top: topPx, ...(shiftPx !== 0 && { transform: `translateY(${shiftPx}px)` }) }}
    >
      <RowGrip gripProps={gripProps} />
      {isSong(item.track) ? (
        <>
          <Cover src={item.track.albumArt} sizePx={40} className="size-10 rounded-s" />
          <RowText item={item} />
        </>
      ) : (
        <BreakLine track={item.track} isNamed={gripProps !== undefined} />
      )}
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

/** A jingle or spot: one quiet line, with its title for those who may move it. */
export function BreakLine({
  track,
  isNamed,
}: {
  readonly track: Pick<QueueItem["track"], "contentKind" | "title">;
  readonly isNamed: boolean;
}) {
  const kind = kindNames[track.contentKind];
  return (
    <p className="min-w-0 flex-1 truncate text-[13px] text-muted">
      {isNamed ? `${kind} · ${track.title}` : kind}
    </p>
  );
}

/** Three lines for a track with a requester or an operator: their name and the artist don't fit on one line. */
function RowText({ item }: { readonly item: QueueItem }) {
  const { track, requestedBy, addedBy } = item;
  const wait = useWaitWords(item);
  const name = addedBy === null ? requestedBy : `Added by ${addedBy}`;
  return (
    <div className="flex min-w-0 flex-1 flex-col items-start">
      <p
        className={`max-w-full truncate text-[15px] font-medium ${name === null ? "leading-5" : "leading-[18px]"}`}
        title={track.title}
      >
        {track.title}
      </p>
      <p
        className={`max-w-full truncate text-[13px] text-muted ${name === null ? "leading-5" : "leading-4"}`}
      >
        {track.artist}
      </p>
      {name !== null && (
        <span className="flex max-w-full items-center gap-2">
          <span
            className={`badge shrink-0 px-2 py-0 text-[12px] leading-[14px] ${addedBy === null ? "text-secondary-text" : "text-muted"} ${wait === undefined ? "max-w-full" : "max-w-[45%]"}`}
          >
            <span className="truncate">{name}</span>
          </span>
          {wait !== undefined && (
            <span className="min-w-0 truncate text-[12px] leading-4 text-muted" title={wait}>
              {wait}
            </span>
          )}
        </span>
      )}
    </div>
  );
}
