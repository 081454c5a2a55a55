import { Headphones, Pause, Play, SkipBack, SkipForward } from "lucide-react";
import { useClosedBecause, useRight } from "../accounts/index.ts";
import { useChangeRadioState, usePlaybackCommand, useRadioState } from "../radio/index.ts";
import { usePlayer, usePlayerState } from "./player-context.ts";
import { listens } from "./playback-machine.ts";
import { TuneInButton } from "./tune-in-button.tsx";

/** The dashboard's round button: operators play and pause the station, everyone else starts and stops listening. */
export function PlayButton() {
  const isOperator = useRight("station_control");
  return isOperator ? <StationPlayButton /> : <TuneInButton className="size-14" />;
}

function StationPlayButton() {
  const radioState = useRadioState().data;
  const change = useChangeRadioState();
  const isPlaying = radioState?.isPlaying ?? false;
  return (
    <button
      type="button"
      className="play-button size-14"
      aria-label={isPlaying ? "Pause" : "Play"}
      title={isPlaying ? "Pause the station" : "Play the station"}
      disabled={radioState === undefined || change.isPending}
      onClick={() => change.mutate({ isPlaying: !isPlaying })}
    >
      {isPlaying ? (
        <Pause size={24} fill="currentColor" aria-hidden="true" />
      ) : (
        <Play size={24} fill="currentColor" className="ml-0.5" aria-hidden="true" />
      )}
    </button>
  );
}

/** Lets operators listen in this browser without changing the station. */
export function ListenToggle() {
  const player = usePlayer();
  const status = usePlayerState((state) => state.playback.status);
  const isReady = usePlayerState((state) => state.streamUrl !== undefined);
  const isListening = listens({ status });
  return (
    <button
      type="button"
      className="button"
      aria-pressed={isListening}
      disabled={!isReady}
      onClick={() => {
        if (isListening) player.stop();
        else player.listen();
      }}
    >
      <Headphones size={18} aria-hidden="true" />
      <span className="max-[360px]:sr-only">Listen</span>
    </button>
  );
}

/** Previous restarts the track, next skips it. Disabled for guests and while a DJ is on air, with the reason. */
export function SkipButton({ direction }: { readonly direction: "previous" | "next" }) {
  const command = usePlaybackCommand(direction === "next" ? "skip" : "restart");
  const closedBecause = useClosedBecause("station_control") ?? command.impossibleBecause;
  const Icon = direction === "next" ? SkipForward : SkipBack;
  const title = direction === "next" ? "Next track" : "Restart the track";
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={direction === "next" ? "Next" : "Previous"}
      title={closedBecause === undefined ? title : `${title}: ${closedBecause}`}
      disabled={closedBecause !== undefined || command.isPending}
      onClick={() => command.mutate()}
    >
      <Icon size={20} fill="currentColor" aria-hidden="true" />
    </button>
  );
}
