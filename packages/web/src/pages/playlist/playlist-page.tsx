import type { Play, QueueItem } from "@neonrelay/contract/callers";
import { Clock, ListMusic, MessageSquareText } from "lucide-react";
import { useRight } from "../../features/accounts/session-data.ts";
import { useHistory } from "../../features/history/history-data.ts";
import {
  useMoveInQueue,
  usePlayNext,
  useRemoveFromQueue,
} from "../../features/queue/queue-data.ts";
import { QueueList } from "../../features/queue/queue-list.tsx";
import { useQueue } from "../../features/queue/queue-query.ts";
import { useNowPlaying } from "../../features/radio/radio-data.ts";
import { countOf, formatCount } from "../../ui/count-of.ts";
import { formatHours, UNKNOWN } from "../../ui/format-time.ts";
import { PageHeader } from "../../ui/page-header.tsx";
import { EmptyState, ErrorState, LoadingRows, StaleRow } from "../../ui/panel-state.tsx";
import { StatCard } from "../../ui/stat-card.tsx";
import { usePageTitle } from "../page-title.ts";
import { PlaylistControls } from "./playlist-controls.tsx";
import { PLAYLIST_ROW_PX, PlaylistRow } from "./playlist-row.tsx";

export function PlaylistPage() {
  usePageTitle("Playlist");
  return <PlaylistPanel />;
}

/** The whole queue: its figures, and everything you can do with it. */
function PlaylistPanel() {
  const queue = useQueue();
  const items = queue.data;
  const badge = useBadge(items);
  const totals = items === undefined ? undefined : playlistTotals(items);
  return (
    <div className="page">
      <PageHeader title="Current Playlist">
        <span className="badge text-muted tabular-nums">{badge}</span>
      </PageHeader>
      <Figures totals={totals} />
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
        {totals !== undefined && totals.tracks > 0 && (
          <h2 className="px-4 py-2 text-[13px] text-muted tabular-nums">
            {playlistSummary(totals)}
          </h2>
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

function Figures({ totals }: { readonly totals: PlaylistTotals | undefined }) {
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

/** Counted for a track of unknown length, as in the library. */
const UNKNOWN_LENGTH_MS = 4 * 60_000;

interface PlaylistTotals {
  readonly tracks: number;
  readonly durationMs: number;
  readonly requests: number;
}

/** A request is an entry with a requester; what an operator added is none. */
export function playlistTotals(items: readonly QueueItem[]): PlaylistTotals {
  return {
    tracks: items.length,
    durationMs: items.reduce((sum, { track }) => sum + (track.durationMs ?? UNKNOWN_LENGTH_MS), 0),
    requests: items.filter(({ requestedBy }) => requestedBy !== null).length,
  };
}

/** '497 upcoming · 10h 8m · 12 requests'. */
export function playlistSummary({ tracks, durationMs, requests }: PlaylistTotals): string {
  return `${formatCount(tracks)} upcoming · ${formatHours(durationMs)} · ${countOf(requests, "request")}`;
}

/**
 * The text of the playlist's badge. An entry leaves the queue when it goes on air, and its play names the requester, so
 * the count starts after the last play without a requester and includes the entry on air.
 * @param plays newest first, before what is on air now
 */
export function playlistBadge({
  now,
  plays,
  queued,
}: {
  /** null: no library track is on air. */
  readonly now: Pick<Play, "kind" | "requestedBy"> | null;
  readonly plays: readonly Pick<Play, "requestedBy">[];
  readonly queued: number;
}): string {
  if (now !== null && now.requestedBy !== null) {
    const end = plays.findIndex(({ requestedBy }) => requestedBy === null);
    const number = 1 + (end === -1 ? plays.length : end);
    return `Track ${number} of ${number + queued}`;
  }
  if (queued === 0) return "Empty Queue";
  return now?.kind === "library" ? "From the library" : `${countOf(queued, "track")} to come`;
}
