import { Pause, Play, RadioTower, SkipBack, SkipForward } from "lucide-react";
import { useState } from "react";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { useChangeRadioState, usePlaybackCommand, useRadioState } from "../radio/index.ts";
import { usePlayerState } from "./player-context.ts";

/** Operators' controls for the station. Asks before pausing it while others listen. */
export function StationMenu() {
  const isPlaying = useRadioState().data?.isPlaying;
  const change = useChangeRadioState();
  const skip = usePlaybackCommand("skip");
  const restart = usePlaybackCommand("restart");
  const question = usePauseQuestion();
  const [isAsking, setIsAsking] = useState(false);
  const toggle = () => {
    if (isPlaying === true && question !== undefined) setIsAsking(true);
    else change.mutate({ isPlaying: isPlaying !== true });
  };
  return (
    <>
      <Menu
        label="Station"
        className="icon-button w-auto min-w-11 shrink-0 gap-2 px-2 text-[13px]"
        icon={
          <>
            <RadioTower size={20} aria-hidden="true" />
            <span className="max-lg:sr-only">Station</span>
          </>
        }
      >
        <MenuItem
          icon={<PlayOrPause isPlaying={isPlaying === true} />}
          disabled={isPlaying === undefined || change.isPending}
          onSelect={toggle}
        >
          {isPlaying === true ? "Pause the station" : "Play the station"}
        </MenuItem>
        {skip.impossibleBecause === undefined && (
          <MenuItem
            icon={<SkipForward size={16} aria-hidden="true" />}
            disabled={skip.isPending}
            onSelect={() => skip.mutate()}
          >
            Next track
          </MenuItem>
        )}
        {restart.impossibleBecause === undefined && (
          <MenuItem
            icon={<SkipBack size={16} aria-hidden="true" />}
            disabled={restart.isPending}
            onSelect={() => restart.mutate()}
          >
            Restart the track
          </MenuItem>
        )}
      </Menu>
      {isAsking && question !== undefined && (
        <ConfirmDialog
          {...question}
          onConfirm={() => change.mutate({ isPlaying: false })}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}

function PlayOrPause({ isPlaying }: { readonly isPlaying: boolean }) {
  const Icon = isPlaying ? Pause : Play;
  return <Icon size={16} aria-hidden="true" />;
}

/**
 * The confirmation before pausing the station for other listeners.
 * @param listeners as the station counts them; undefined and null: unknown
 * @param isListening whether this browser is one of them
 * @returns undefined if there are no other listeners
 */
export function pauseQuestion(listeners: number | null | undefined, isListening: boolean) {
  const others = (listeners ?? 0) - (isListening ? 1 : 0);
  if (others <= 0) return undefined;
  const who = others === 1 ? "1 other person is" : `${others} other people are`;
  const ownWay = isListening ? " To stop only your own sound, use Stop." : "";
  return {
    title: "Pause the station?",
    text: `${who} listening and will hear silence.${ownWay}`,
    action: "Pause the station",
  } as const;
}

export function usePauseQuestion() {
  const listeners = useRadioState().data?.listenerCount;
  const isListening = usePlayerState(({ playback }) => playback.status === "playing");
  return pauseQuestion(listeners, isListening);
}
