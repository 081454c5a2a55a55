import { Suspense } from "react";
import type { Play } from "@neonrelay/contract/callers";
import { Link } from "wouter";
import { ErrorBoundary } from "../../frame/error-boundary.tsx";
import { UNKNOWN } from "../../ui/format-time.ts";
import { useRight } from "../accounts/index.ts";
import { DjBadge } from "./dj-line.tsx";
import { useNoPlay } from "./use-no-play.ts";
import { PlayHeart } from "./play-heart.tsx";
import { PlayPicture } from "./play-picture.tsx";
import { TuneInButton } from "./tune-in-button.tsx";
import { usePlayerState } from "./player-context.ts";
import { PlayerStatusBadge, Trouble, usePlayerStatus, WayBack } from "./player-status.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { usePlay } from "./heard-programme.ts";
import { ProgressBar } from "./progress-bar.tsx";
import { OwnVolume } from "./volume-controls.tsx";

/** Only loaded for operators. */
const { Part: StationMenu } = lazyPart(
  async () => (await import("./station-menu.tsx")).StationMenu,
);

/** The player on every page but the dashboard, and there too while a keyboard leaves no room for the large one. */
export function MiniPlayer({ id }: { readonly id: string | undefined }) {
  const play = usePlay();
  const status = usePlayerState((state) => state.playback.status);
  const noPlay = useNoPlay();
  const isOperator = useRight("station_control");
  return (
    <section
      id={id}
      aria-label="Player"
      tabIndex={-1}
      className="relative flex h-16 shrink-0 items-center gap-3 border-t border-line bg-s1 px-3 lg:h-[72px] lg:px-4"
      data-player-state={status}
      data-play-id={play?.id}
    >
      <ProgressBar isLine />
      <Link href="/" aria-label="Open the dashboard" className="shrink-0 rounded-s">
        <PlayPicture play={play} sizePx={44} className="size-11 rounded-s" />
      </Link>
      <div className="min-w-0 flex-1 leading-5">
        <h2 className="truncate text-[15px] font-semibold">
          {play?.title ?? noPlay?.title ?? UNKNOWN}
        </h2>
        <ArtistOrState play={play} />
      </div>
      <div className="hidden shrink-0 md:block low:hidden">
        <PlayerStatusBadge />
      </div>
      <WayBackOnPhone />
      <div className="hidden w-56 md:flex low:hidden">
        <OwnVolume />
      </div>
      {isOperator && (
        <ErrorBoundary scope="control">
          <Suspense fallback={<span className="w-11 shrink-0 lg:w-[100px]" />}>
            <StationMenu />
          </Suspense>
        </ErrorBoundary>
      )}
      <PlayHeart />
      <TuneInButton className="size-11" />
    </section>
  );
}

function WayBackOnPhone() {
  const { wayBack } = usePlayerStatus();
  return (
    <div className="shrink-0 empty:hidden md:hidden low:not-empty:block">
      <WayBack wayBack={wayBack} />
    </div>
  );
}

/** A phone has no room for the badge: silence and problems replace the artist there. */
function ArtistOrState({ play }: { readonly play: Play | undefined }) {
  const { text, tone } = usePlayerStatus();
  const noPlay = useNoPlay();
  // Without music the title says so already.
  const isState = (tone === "trouble" || tone === "quiet") && text !== noPlay?.title;
  return (
    <>
      {isState && (
        <p
          className={`line-clamp-2 text-[13px] leading-4 md:hidden low:[display:-webkit-box] ${tone === "trouble" ? "text-warn" : "text-muted"}`}
        >
          {tone === "trouble" ? <Trouble text={text} /> : text}
        </p>
      )}
      <p
        className={`flex min-w-0 items-center gap-2 text-[13px] text-secondary-text ${isState ? "max-md:hidden low:hidden" : ""}`}
      >
        {play?.kind === "live" && <DjBadge />}
        <span className="truncate">
          {play?.kind === "live" ? play.djName : (play?.artist ?? noPlay?.artist ?? UNKNOWN)}
        </span>
      </p>
    </>
  );
}
