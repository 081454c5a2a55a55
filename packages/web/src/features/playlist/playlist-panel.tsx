import type { QueueItem } from "@neonrelay/contract";
import { Clock, ListMusic, MessageSquareText } from "lucide-react";
import { formatHours, UNKNOWN } from "../../ui/format-time.ts";
import { EmptyState, ErrorState, LoadingRows, StaleRow } from "../../ui/panel-state.tsx";
import { StatCard } from "../../ui/stat-card.tsx";
import { useRight } from "../accounts/session-data.ts";
import { useMoveInQueue, usePlayNext, useQueue, useRemoveFromQueue } from "../queue/queue-data.ts";
import { QueueList } from "../queue/queue-list.tsx";
import { PlaylistControls } from "./playlist-controls.tsx";
import { PLAYLIST_ROW_PX, PlaylistRow } from "./playlist-row.tsx";
import { playlistTotals } from "./playlist-totals.ts";

/** The whole queue with its figures and everything that changes it. */
export function PlaylistPanel() {
  const queue = useQueue();
  const items = queue.data;
  return (
    <div className="flex min-h-full flex-col gap-3 p-2 lg:gap-4 lg:p-6">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-1 pt-1 lg:min-h-12 lg:px-0">
        <h1 className="text-[24px] leading-8 font-bold">Current Playlist</h1>
        <span className="badge text-muted tabular-nums">{badgeOf(items)}</span>
      </div>
      <Figures items={items} />
      <PlaylistControls count={items?.length ?? 0} />
      <section
        aria-label="Tracks in the queue"
        className="panel min-h-[280px] flex-1 overflow-hidden py-1"
      >
        {items === undefined && queue.isError && (
          <ErrorState text="The queue could not be loaded" onRetry={() => void queue.refetch()} />
        )}
        {items === undefined && !queue.isError && <LoadingRows label="Loading queue" count={6} />}
        {items?.length === 0 && (
          <EmptyState
            icon={<ListMusic size={32} />}
            title="No tracks in queue"
            text="Queue tracks from the library. Until then the station plays from it by itself."
          />
        )}
        {items !== undefined && items.length > 0 && <PlaylistRows items={items} />}
        <StaleRow query={queue} />
      </section>
    </div>
  );
}

function PlaylistRows({ items }: { readonly items: readonly QueueItem[] }) {
  const canControl = useRight("queue_control");
  const move = useMoveInQueue();
  const playNext = usePlayNext(({ track }) => ({
    title: "Playing Next",
    text: `${track.title} will play next`,
  }));
  const remove = useRemoveFromQueue();
  return (
    <QueueList
      items={items}
      canControl={canControl}
      rowPx={PLAYLIST_ROW_PX}
      Row={PlaylistRow}
      onMove={(item, index) => move.mutate({ item, index })}
      onPlayNext={(item) => playNext.mutate(item)}
      onRemove={(item) => remove.mutate(item)}
    />
  );
}

function Figures({ items }: { readonly items: readonly QueueItem[] | undefined }) {
  const totals = items === undefined ? undefined : playlistTotals(items);
  return (
    <dl className="grid shrink-0 grid-cols-[repeat(3,minmax(0,1fr))] gap-2 lg:gap-4">
      <StatCard
        icon={<ListMusic size={20} />}
        name="Tracks in queue"
        value={totals === undefined ? UNKNOWN : String(totals.tracks)}
      />
      <StatCard
        icon={<Clock size={20} />}
        name="Total duration"
        value={totals === undefined ? UNKNOWN : formatHours(totals.durationMs)}
      />
      <StatCard
        icon={<MessageSquareText size={20} />}
        name="IRC requests"
        value={totals === undefined ? UNKNOWN : String(totals.requests)}
      />
    </dl>
  );
}

/** The queue holds what is to come, so that its next track is always its first. */
function badgeOf(items: readonly QueueItem[] | undefined): string {
  if (items === undefined) return UNKNOWN;
  return items.length === 0 ? "Empty Queue" : `Track 1 of ${items.length}`;
}
