import type { Play, Track } from "@neonrelay/contract/callers";
import { ListPlus } from "lucide-react";
import { PlayPicture } from "../player/index.ts";
import { formatTimeOfDay } from "../../ui/format-time.ts";
import { FavouriteButton } from "../library/index.ts";
import type { Favourites } from "../library/index.ts";
import type { HeardPlay } from "./listening-recorder.ts";

interface HistoryRowActions {
  readonly onQueue: (track: Track) => void;
  /** Why queueing is not possible; undefined if it is. */
  readonly closedBecause: string | undefined;
  /** undefined without an account. */
  readonly favourites: Favourites | undefined;
}

/** One play: time, title, and actions while its track is in the library. */
export function HistoryRow({
  row: { play, isHeard, visit },
  isOnAir,
  ...actions
}: HistoryRowActions & { readonly row: HeardPlay<Play>; readonly isOnAir: boolean }) {
  return (
    <li>
      {visit !== undefined && (
        <p className="flex items-center gap-3 py-2 font-display text-[12px] font-semibold tracking-[0.06em] text-secondary-text">
          You were here
          <span className="font-mono font-normal tabular-nums">
            {formatTimeOfDay(visit.fromMs)} – {formatTimeOfDay(visit.toMs)}
          </span>
          <span aria-hidden="true" className="h-px flex-1 bg-secondary-text" />
        </p>
      )}
      <div
        className={`flex min-h-14 items-center gap-3 border-l-2 py-1 pl-3 ${isHeard ? "border-secondary-text" : "border-line"}`}
        data-heard={isHeard}
      >
        <time
          dateTime={new Date(play.startedAtMs).toISOString()}
          className="w-11 shrink-0 font-mono text-[13px] text-muted tabular-nums"
        >
          {formatTimeOfDay(play.startedAtMs)}
        </time>
        <PlayPicture play={play} sizePx={40} className="size-10 rounded-s" />
        <PlayText play={play} isOnAir={isOnAir} />
        {play.track !== null && <TrackActions track={play.track} {...actions} />}
      </div>
    </li>
  );
}

function PlayText({ play, isOnAir }: { readonly play: Play; readonly isOnAir: boolean }) {
  const by = play.djName ?? play.requestedBy;
  return (
    <div className="min-w-0 flex-1 leading-5">
      <p className="line-clamp-2 text-[15px] font-medium break-words" title={play.title}>
        {play.title}
      </p>
      {/* Shows the whole artist; the rest wraps below if it doesn't fit. */}
      <p className="flex min-w-0 flex-wrap items-center gap-x-2 text-[13px] text-muted">
        <span className="max-w-full truncate">{play.artist}</span>
        {isOnAir && (
          <span className="badge shrink-0 border-accent-edge/40 px-2 py-0 text-accent-text">
            On air
          </span>
        )}
        {by !== null && (
          <span className="badge max-w-28 min-w-0 shrink-0 px-2 py-0 text-secondary-text">
            <span className="truncate">{by}</span>
          </span>
        )}
      </p>
    </div>
  );
}

function TrackActions({
  track,
  favourites,
  closedBecause,
  onQueue,
}: HistoryRowActions & { readonly track: Track }) {
  return (
    <div className="-mr-2 flex shrink-0">
      {favourites !== undefined && <FavouriteButton track={track} favourites={favourites} />}
      <button
        type="button"
        className="icon-button"
        aria-label={`Queue ${track.title}`}
        title={closedBecause ?? "Queue it again"}
        disabled={closedBecause !== undefined}
        onClick={() => onQueue(track)}
      >
        <ListPlus size={18} aria-hidden="true" />
      </button>
    </div>
  );
}
