import type { Play } from "@neonrelay/contract/callers";
import { ChevronRight } from "lucide-react";
import { useShowOverlay } from "../../frame/overlay-context.ts";
import { partsOf } from "../../ui/facts.tsx";
import { formatTimeOfDay, UNKNOWN } from "../../ui/format-time.ts";
import { PlayPicture, usePlay } from "../player/index.ts";
import { isSong, useNowPlaying } from "../radio/index.ts";

const SHOWN = 3;

/** The last songs before the current play, newest first. */
export function RecentlyPlayed() {
  const heard = usePlay();
  const showOverlay = useShowOverlay();
  const history = useNowPlaying().data?.history;
  const plays = (history ?? [])
    .filter((play) => (play.track === null || isSong(play.track)) && isBefore(play, heard))
    .slice(0, SHOWN);
  return (
    <section
      aria-label="Recently played"
      className="panel hidden shrink-0 px-4 pt-3 pb-3 lg:[@media(height>=800px)]:block"
    >
      <div className="-mt-1 mb-1 flex items-center justify-between">
        <h2 className="text-[13px] font-semibold tracking-[0.06em] text-muted">Recently played</h2>
        <button
          type="button"
          className="text-button -mr-2"
          aria-haspopup="dialog"
          onClick={() => showOverlay("history")}
        >
          History
          <ChevronRight size={14} aria-hidden="true" />
        </button>
      </div>
      {plays.length === 0 ? (
        <p className="flex h-11 items-center text-[13px] text-faint">
          {history === undefined ? UNKNOWN : "No tracks yet."}
        </p>
      ) : (
        <ol className="grid grid-cols-[repeat(3,minmax(0,1fr))] gap-4">
          {plays.map((play) => (
            <PlayRow key={play.id} play={play} />
          ))}
        </ol>
      )}
    </section>
  );
}

function PlayRow({ play }: { readonly play: Play }) {
  return (
    <li className="flex h-11 min-w-0 items-center gap-3">
      <PlayPicture play={play} sizePx={40} className="size-10 rounded-s" />
      <div className="min-w-0 leading-5">
        <p className="truncate text-[13px] font-medium" title={play.title}>
          {play.title}
        </p>
        <p className="truncate text-[12px] text-muted">
          {partsOf(formatTimeOfDay(play.startedAtMs), play.artist)}
        </p>
      </div>
    </li>
  );
}

function isBefore(play: Play, heard: Play | undefined): boolean {
  return heard === undefined || (play.id !== heard.id && play.startMs < heard.startMs);
}
