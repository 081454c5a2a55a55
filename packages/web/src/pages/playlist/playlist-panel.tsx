import type { QueueItem } from "@neonrelay/contract/callers";
import { Clock, ListMusic, MessageSquareText } from "lucide-react";
import { formatHours, UNKNOWN } from "../../ui/format-time.ts";
import { PageHeader } from "../../ui/page-header.tsx";
import { EmptyState, ErrorState, LoadingRows, StaleRow } from "../../ui/panel-state.tsx";
import { StatCard } from "../../ui/stat-card.tsx";
import { useHistory } from "../../features/history/history-data.ts";
import { useNowPlaying } from "../../features/radio/radio-data.ts";
import { useRight } from "../../features/accounts/session-data.ts";
import {
  useMoveInQueue,
  usePlayNext,
  useRemoveFromQueue,
} from "../../features/queue/queue-data.ts";
import { useQueue } from "../../features/queue/queue-query.ts";
import { QueueList } from "../../features/queue/queue-list.tsx";
import { PlaylistControls } from "./playlist-controls.tsx";
import { playlistBadge } from "./playlist-place.ts";
import { PLAYLIST_ROW_PX, PlaylistRow } from "./playlist-row.tsx";
import { playlistTotals } from "./playlist-totals.ts";

/** The whole queue: its figures, and everything you can do with it. */
export function PlaylistPanel() {
  const queue = useQueue();
  const items = queue.data;
  const badge = useBadge(items);
  return (
    <div className="page">
      <PageHeader title="Current Playlist">
        <span className="badge text-muted tabular-nums">{badge}</span>
      </PageHeader>
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
            text="Add tracks from the library. While the queue is empty, the station picks them itself."
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
        hint="Web requests included"
        value={totals === undefined ? UNKNOWN : String(totals.requests)}
      />
    </dl>
  );
}

/** Follows what is on air, like the queue, and not what this listener hears some seconds later. */
function useBadge(items: readonly QueueItem[] | undefined): string {
  const now = useNowPlaying().data?.now;
  const history = useHistory().data?.pages[0];
  if (items === undefined || now === undefined || history === undefined) return UNKNOWN;
  const before = history.filter(({ id }) => id !== now?.id);
  return playlistBadge({ now, plays: before, queued: items.length });
}
