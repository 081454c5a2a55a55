import type { Play, StreamInfo } from "@neonrelay/contract/callers";
import { Copy, Headphones } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";
import { PLAYER_COVER_PX } from "../../early/cover-source.ts";
import { UNKNOWN } from "../../ui/format-time.ts";
import { useRight } from "../accounts/index.ts";
import { FirstMusic, searchFocus } from "../library/index.ts";
import { isSong, useNowPlaying, useRadioState, useStreamInfo } from "../radio/index.ts";
import { SleepButton } from "./sleep/sleep-button.tsx";
import { DjLine } from "./dj-line.tsx";
import { useNoPlay } from "./use-no-play.ts";
import { PlayHeart } from "./play-heart.tsx";
import { StationStrip } from "./station-strip.tsx";
import { TuneInButton } from "./tune-in-button.tsx";
import { usePlayerState } from "./player-context.ts";
import { PlayPicture } from "./play-picture.tsx";
import { PlayerStatusBadge } from "./player-status.tsx";
import { usePlay } from "./heard-programme.ts";
import { ProgressBar } from "./progress-bar.tsx";
import { OwnVolume } from "./volume-controls.tsx";
import { useShortcut } from "../../frame/use-shortcut.ts";
import { useCopyNowPlaying } from "./copy-now-playing.ts";

/** The current title and its controls. */
export function PlayerPanel() {
  const play = usePlay();
  const status = usePlayerState((state) => state.playback.status);
  const streamInfo = useStreamInfo().data;
  const entrance = useHasChanged(play?.id) ? "track-changed" : "";
  return (
    <section
      id="player"
      aria-label="Player"
      tabIndex={-1}
      className="panel p-3 outline-none sm:p-4"
      data-player-state={status}
      data-play-id={play?.id}
    >
      <div className="flex gap-3 sm:gap-5">
        <PlayPicture
          key={play?.id}
          play={play}
          sizePx={PLAYER_COVER_PX}
          className={`${entrance} size-24 rounded-m shadow-[var(--glow-3)] sm:size-[132px] xl:size-44`}
        />
        <div className="flex min-w-0 flex-1 flex-col">
          <StatusLine streamInfo={streamInfo} />
          <PlayTitle play={play} entrance={entrance} />
          <FactsOrFirstMusic play={play} className="mt-auto hidden pt-3 sm:block" />
        </div>
      </div>
      <FactsOrFirstMusic play={play} className="mt-3 empty:hidden sm:hidden" />
      <div className="mt-3 sm:mt-4">
        <ProgressBar>
          <NextLine />
        </ProgressBar>
      </div>
      <Controls />
      <StationStrip />
    </section>
  );
}

function StatusLine({ streamInfo }: { readonly streamInfo: StreamInfo | undefined }) {
  const listeners = useRadioState().data?.listenerCount;
  return (
    <div className="flex min-h-[26px] items-center gap-x-3 text-[12px] text-muted max-sm:flex-wrap">
      <PlayerStatusBadge />
      {/* Whatever doesn't fit beside the state wraps to a second line, which is hidden. */}
      <span className="hidden h-[26px] min-w-0 flex-1 flex-wrap items-center gap-x-3 overflow-hidden leading-[26px] sm:flex">
        <span className="font-mono tabular-nums">
          {streamInfo?.config.bitrate ?? UNKNOWN} kbps MP3
        </span>
        <span className="ml-auto flex items-center gap-1.5 text-[13px]">
          <Headphones size={14} aria-hidden="true" />
          <span className="tabular-nums">{listeners ?? UNKNOWN}</span> listening
        </span>
      </span>
      <span className="-my-3 -mr-2 ml-auto flex sm:-ml-1">
        <SleepButton />
        <CopyButton />
      </span>
    </div>
  );
}

/** The first content appears at once; only a new track is animated. */
function useHasChanged(playId: string | undefined): boolean {
  const [firstId, setFirstId] = useState(playId);
  if (firstId === undefined && playId !== undefined) setFirstId(playId);
  return firstId !== undefined && playId !== firstId;
}

function PlayTitle({
  play,
  entrance,
}: {
  readonly play: Play | undefined;
  readonly entrance: string;
}) {
  const noPlay = useNoPlay();
  return (
    <div key={play?.id} className={`${entrance} mt-1.5 sm:mt-3`}>
      <h2
        data-testid="now-playing-title"
        title={play?.title}
        className="line-clamp-2 text-[20px] leading-[1.15] font-semibold break-words sm:text-[clamp(20px,2.4vw,30px)]"
      >
        {play?.title ?? noPlay?.title ?? UNKNOWN}
      </h2>
      <p
        data-testid="now-playing-artist"
        className="mt-1 truncate text-[15px] text-secondary-text sm:text-[17px]"
      >
        {play?.artist ?? noPlay?.artist ?? UNKNOWN}
      </p>
      <DjLine />
      {play?.requestedBy !== null && play?.requestedBy !== undefined && (
        <p className="mt-0.5 truncate text-[13px] text-muted">Requested by {play.requestedBy}</p>
      )}
    </div>
  );
}

/** The cued next track; nothing until it is known, and for a jingle or a spot, which is no song. */
function NextLine() {
  const next = useNowPlaying().data?.next;
  if (next === null || next === undefined || !isSong(next.track)) return null;
  const { title, artist } = next.track;
  return (
    <p className="min-w-0 truncate">
      Next: <span className="text-text">{title}</span>
      {artist !== "" && ` · ${artist}`}
      {next.requestedBy !== null && ` · requested by ${next.requestedBy}`}
    </p>
  );
}

/** Details of the track; without any music, ways to add some. */
function FactsOrFirstMusic({
  play,
  className,
}: {
  readonly play: Play | undefined;
  readonly className: string;
}) {
  const noPlay = useNoPlay();
  return (
    <div className={className}>
      {play === undefined && noPlay?.isForWantOfMusic === true ? (
        <FirstMusic className="" />
      ) : (
        <TrackFacts play={play} />
      )}
    </div>
  );
}

function TrackFacts({ play }: { readonly play: Play | undefined }) {
  // A broadcast has no album, length or bitrate of its own.
  if (play?.kind === "live") return null;
  const track = play?.track;
  const bitrate = track?.bitrate;
  return (
    <dl className="grid grid-cols-[minmax(0,3fr)_minmax(0,2fr)_auto_auto] gap-3 xl:grid-cols-[minmax(0,2fr)_repeat(3,minmax(0,1fr))]">
      <Fact name="Album" value={track?.album} />
      <Fact name="Genre" value={track?.genre} />
      <Fact name="Duration" value={track?.duration} />
      <Fact
        name="Bitrate"
        value={bitrate === null || bitrate === undefined ? null : `${bitrate} kbps`}
      />
    </dl>
  );
}

function Fact({
  name,
  value,
}: {
  readonly name: string;
  readonly value: string | null | undefined;
}) {
  return (
    <div className="min-w-0">
      <dt className="text-[12px] leading-4 tracking-[0.06em] text-faint">{name}</dt>
      <dd className="truncate text-[13px] leading-5" title={value ?? undefined}>
        {value ?? UNKNOWN}
      </dd>
    </div>
  );
}

/** Of the visitor's own player; the station's are in the strip below. */
function Controls() {
  const mayRequest = useRight("request");
  return (
    <div className="mt-2 grid grid-cols-[1fr_auto_1fr] items-center gap-x-2 gap-y-1 sm:flex">
      <TuneInButton className="col-start-2 row-start-1 size-14" />
      <span className="row-start-1 flex justify-self-end">
        <PlayHeart />
      </span>
      {mayRequest && (
        <Link
          href="/library"
          state={searchFocus()}
          className="button button-small col-start-3 row-start-1 justify-self-start"
        >
          Request a song
        </Link>
      )}
      <div className="col-span-3 ml-auto flex w-full min-w-[200px] flex-1 sm:max-w-[320px]">
        <OwnVolume />
      </div>
    </div>
  );
}

/** Copies the current title, for sharing. */
function CopyButton() {
  const copy = useCopyNowPlaying();
  useShortcut("n", () => copy?.());
  return (
    <button
      type="button"
      className="icon-button"
      aria-label="Copy what is playing"
      title="Copy what is playing"
      disabled={copy === undefined}
      onClick={copy}
    >
      <Copy size={18} aria-hidden="true" />
    </button>
  );
}
