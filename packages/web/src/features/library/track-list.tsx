import type { Track } from "@neonrelay/contract";
import { useVirtualizer } from "@tanstack/react-virtual";
import { ListPlus } from "lucide-react";
import { useRef } from "react";
import { Cover } from "../../ui/cover.tsx";
import { UNKNOWN } from "../../ui/format-time.ts";

const ROW_PX = 56;
const COLUMNS =
  "grid-cols-[40px_minmax(0,1fr)_auto] md:grid-cols-[40px_minmax(0,3fr)_minmax(0,2fr)_minmax(0,1fr)_64px_auto] xl:grid-cols-[40px_minmax(0,3fr)_minmax(0,2fr)_minmax(0,1fr)_64px_88px_auto]";

/** Rows of 56 px; only those in view are in the page, whatever the size of the library. */
export function TrackList({
  tracks,
  onQueue,
}: {
  readonly tracks: readonly Track[];
  readonly onQueue: (track: Track) => void;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  // Its functions must not be memoized; this component hands none of them on.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: tracks.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 8,
  });
  return (
    <>
      <div
        aria-hidden="true"
        className={`hidden shrink-0 items-center gap-4 border-b border-line px-4 py-2 text-[12px] tracking-[0.06em] text-faint md:grid ${COLUMNS}`}
      >
        <span />
        <span>Title</span>
        <span>Album</span>
        <span>Genre</span>
        <span className="text-right">Duration</span>
        <span className="hidden text-right xl:block">Bitrate</span>
        <span className="w-[92px]" />
      </div>
      <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto">
        <ul
          aria-label="Tracks in the library"
          className="relative"
          style={{ height: virtualizer.getTotalSize() }}
        >
          {virtualizer.getVirtualItems().map((row) => {
            const track = tracks[row.index];
            if (track === undefined) return null;
            return (
              <li
                key={track.id}
                aria-setsize={tracks.length}
                aria-posinset={row.index + 1}
                className="absolute inset-x-0 top-0 h-14"
                style={{ transform: `translateY(${row.start}px)` }}
              >
                <TrackRow track={track} onQueue={onQueue} />
              </li>
            );
          })}
        </ul>
      </div>
    </>
  );
}

function TrackRow({
  track,
  onQueue,
}: {
  readonly track: Track;
  readonly onQueue: (track: Track) => void;
}) {
  return (
    <div className={`grid h-14 items-center gap-4 px-3 hover:bg-s2 md:px-4 ${COLUMNS}`}>
      <Cover src={track.albumArt} sizePx={40} className="size-10 rounded-s" />
      <div className="min-w-0 leading-5">
        <p className="truncate font-medium" title={track.title}>
          {track.title}
        </p>
        <p className="truncate text-[13px] text-muted">
          {track.artist}
          <span className="text-faint md:hidden"> · {track.duration ?? UNKNOWN}</span>
          {track.shortOfTargetDb !== null && (
            <span title="It can't be made louder without harm to its sound">
              {` · ${track.shortOfTargetDb} dB too quiet`}
            </span>
          )}
        </p>
      </div>
      <p className="hidden truncate text-[13px] text-muted md:block">{track.album ?? UNKNOWN}</p>
      <p className="hidden truncate text-[13px] text-muted md:block">{track.genre ?? UNKNOWN}</p>
      <p className="hidden text-right font-mono text-[13px] tabular-nums md:block">
        {track.duration ?? UNKNOWN}
      </p>
      <p className="hidden text-right font-mono text-[13px] text-muted tabular-nums xl:block">
        {track.bitrate === null ? UNKNOWN : `${track.bitrate} kbps`}
      </p>
      <button
        type="button"
        className="button button-small"
        aria-label={`Queue ${track.title}`}
        onClick={() => onQueue(track)}
      >
        <ListPlus size={16} aria-hidden="true" />
        Queue
      </button>
    </div>
  );
}
