import { Pause, Play, SkipBack, SkipForward } from "lucide-react";
import { useRight } from "../accounts/index.ts";
import { usePlaybackCommand, useStationSwitch } from "../radio/index.ts";
import { ClosedControl, StreamControls } from "../stream/index.ts";
import { StationVolume } from "./volume-controls.tsx";

/**
 * The station's own transport, heard by everyone: apart from the visitor's player above it, and in another colour. For
 * those who may not use it, one quiet line.
 */
export function StationStrip() {
  return useRight("station_control") ? <OpenStrip /> : <ClosedStrip />;
}

function OpenStrip() {
  return (
    <section
      aria-label="Station"
      className="mt-3 grid gap-2 rounded-m border border-secondary-edge/40 bg-secondary/5 p-2 sm:mt-4 sm:px-3"
    >
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <h2 className="mr-1 text-[13px] font-semibold tracking-[0.06em] text-muted">Station</h2>
        <SkipButton direction="previous" />
        <SwitchButton />
        <SkipButton direction="next" />
        <div className="flex min-w-[220px] flex-1">
          <StationVolume name="Station" />
        </div>
      </div>
      <StreamControls />
    </section>
  );
}

function ClosedStrip() {
  return (
    <section
      aria-label="Station"
      className="mt-2 flex flex-wrap items-center gap-x-1 border-t border-line pt-1"
    >
      <ClosedControl name="Previous" title="Restart the track">
        <SkipBack size={14} aria-hidden="true" />
      </ClosedControl>
      <ClosedControl name="Next" title="Next track">
        <SkipForward size={14} aria-hidden="true" />
      </ClosedControl>
      <StreamControls />
    </section>
  );
}

function SwitchButton() {
  const { isPlaying, label, isClosed, run } = useStationSwitch();
  const Icon = isPlaying ? Pause : Play;
  return (
    <button type="button" className="button button-small" disabled={isClosed} onClick={run}>
      <Icon size={16} fill="currentColor" aria-hidden="true" />
      {label}
    </button>
  );
}

/** Previous restarts the track, next skips it. Disabled while a DJ is on air, with the reason. */
function SkipButton({ direction }: { readonly direction: "previous" | "next" }) {
  const { impossibleBecause, isPending, mutate } = usePlaybackCommand(
    direction === "next" ? "skip" : "restart",
  );
  const Icon = direction === "next" ? SkipForward : SkipBack;
  const title = direction === "next" ? "Next track" : "Restart the track";
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={direction === "next" ? "Next" : "Previous"}
      title={impossibleBecause === undefined ? title : `${title}: ${impossibleBecause}`}
      disabled={impossibleBecause !== undefined || isPending}
      onClick={() => mutate()}
    >
      <Icon size={20} fill="currentColor" aria-hidden="true" />
    </button>
  );
}
