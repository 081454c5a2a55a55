import type { QueueItem } from "@neonrelay/contract/callers";
import {
  ChevronRight,
  EllipsisVertical,
  History,
  ListMusic,
  Shuffle,
  Trash2,
  Undo2,
} from "lucide-react";
import { useState } from "react";
import { useShowOverlay } from "../../frame/overlay-context.ts";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { EmptyState, ErrorState, LoadingRows, StaleRow } from "../../ui/panel-state.tsx";
import { useRight, useSession } from "../accounts/index.ts";
import { useNowPlaying } from "../radio/index.ts";
import {
  clearQuestion,
  useClearQueue,
  useMoveInQueue,
  usePlayNext,
  useRemoveFromQueue,
  useShuffleQueue,
  useUndoQueue,
} from "./queue-data.ts";
import { useQueue } from "./queue-query.ts";
import { QueueList } from "./queue-list.tsx";
import { QUEUE_ROW_PX, QueueRow } from "./queue-row.tsx";

/** The queue and its controls. */
export function QueuePanel() {
  const queue = useQueue();
  const canControl = useRight("queue_control");
  const remove = useRemoveFromQueue();
  const move = useMoveInQueue();
  const playNext = usePlayNext(() => ({
    title: "Track Queued",
    text: "Track will play next",
  }));
  const items = queue.data;
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <QueueHeader items={items} canControl={canControl} />
      <div
        className="min-h-0 flex-1 overflow-y-auto pb-2"
        tabIndex={canControl ? undefined : 0}
        role={canControl ? undefined : "group"}
        aria-label={canControl ? undefined : "Upcoming tracks"}
      >
        <PlayedBefore />
        {items === undefined && queue.isError && (
          <ErrorState text="The queue could not be loaded" onRetry={() => void queue.refetch()} />
        )}
        {items === undefined && !queue.isError && <LoadingRows label="Loading queue" count={5} />}
        {items?.length === 0 && <EmptyQueue />}
        {items !== undefined && items.length > 0 && (
          <QueueList
            rowPx={QUEUE_ROW_PX}
            Row={QueueRow}
            items={items}
            canControl={canControl}
            onPlayNext={(item) => playNext.mutate(item)}
            onMove={(item, index) => move.mutate({ item, index })}
            onRemove={(item) => remove.mutate(item)}
          />
        )}
      </div>
      <StaleRow query={queue} />
    </div>
  );
}

/** The link to the history, above the upcoming tracks. */
function PlayedBefore() {
  const showOverlay = useShowOverlay();
  const last = useNowPlaying().data?.history[0];
  return (
    <button
      type="button"
      className="flex h-11 w-full items-center gap-3 px-4 text-left text-[13px] text-muted hover:bg-s2 hover:text-text focus-visible:-outline-offset-4 focus-visible:shadow-none"
      aria-haspopup="dialog"
      onClick={() => showOverlay("history")}
    >
      <History size={16} aria-hidden="true" className="shrink-0" />
      <span className="min-w-0 flex-1 truncate">
        History{last === undefined ? "" : `: ${last.title}`}
      </span>
      <ChevronRight size={16} aria-hidden="true" className="shrink-0" />
    </button>
  );
}

function QueueHeader({
  items,
  canControl,
}: {
  readonly items: readonly QueueItem[] | undefined;
  readonly canControl: boolean;
}) {
  const clear = useClearQueue();
  const [isAsking, setIsAsking] = useState(false);
  const count = items?.length ?? 0;
  return (
    <div className="flex items-center gap-2 px-4 pt-3 pb-1 xl:gap-3">
      <h2 className="text-[15px] font-semibold whitespace-nowrap">Upcoming Tracks</h2>
      <span className="badge text-muted tabular-nums">{items === undefined ? "—" : count}</span>
      {canControl && (
        <div className="-mr-3 ml-auto flex items-center">
          <button
            type="button"
            className="button button-small"
            disabled={count === 0 || clear.isPending}
            onClick={() => setIsAsking(true)}
          >
            <Trash2 size={15} aria-hidden="true" className="max-xl:hidden" />
            Clear
          </button>
          <QueueMenu isEmpty={count === 0} onClear={() => setIsAsking(true)} />
        </div>
      )}
      {isAsking && (
        <ConfirmDialog
          {...clearQuestion(count)}
          onConfirm={() => clear.mutate()}
          onClose={() => setIsAsking(false)}
        />
      )}
    </div>
  );
}

/** Undo is for signed-in users: it also reverts what guests did. */
function QueueMenu({
  isEmpty,
  onClear,
}: {
  readonly isEmpty: boolean;
  readonly onClear: () => void;
}) {
  const shuffle = useShuffleQueue();
  const undo = useUndoQueue();
  const session = useSession();
  const isOperator = session !== undefined && session.kind !== "guest";
  return (
    <Menu
      label="More queue actions"
      className="icon-button"
      icon={<EllipsisVertical size={18} aria-hidden="true" />}
    >
      <MenuItem
        icon={<Trash2 size={16} aria-hidden="true" />}
        disabled={isEmpty}
        onSelect={onClear}
      >
        Clear Queue
      </MenuItem>
      <MenuItem
        icon={<Shuffle size={16} aria-hidden="true" />}
        disabled={isEmpty}
        onSelect={() => shuffle.mutate()}
      >
        Shuffle Queue
      </MenuItem>
      {isOperator && (
        <MenuItem icon={<Undo2 size={16} aria-hidden="true" />} onSelect={() => undo.mutate()}>
          Undo Last Change
        </MenuItem>
      )}
    </Menu>
  );
}

function EmptyQueue() {
  const next = useNowPlaying().data?.next;
  return (
    <EmptyState
      icon={<ListMusic size={32} />}
      title="Queue is empty"
      text="Songs requested via IRC will appear here"
    >
      {next !== null && next !== undefined && (
        <p className="mt-3 rounded-m bg-s2 px-4 py-2 text-[13px] text-muted">
          Next from the library: <span className="text-text">{next.track.title}</span>
        </p>
      )}
    </EmptyState>
  );
}
