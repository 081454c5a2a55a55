import { Pause, Play, RotateCcw, Shuffle, SkipForward, Square, Trash2 } from "lucide-react";
import { useState } from "react";
import type { ReactNode } from "react";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { UNKNOWN } from "../../ui/format-time.ts";
import { useRight } from "../accounts/session-data.ts";
import { usePlayer, usePlayerState } from "../player/player-context.ts";
import { StationVolume } from "../player/volume-controls.tsx";
import { useClearQueue, useShuffleQueue } from "../queue/queue-data.ts";
import { useChangeRadioState, usePlaybackCommand, useRadioState } from "../radio/radio-data.ts";

/** What steers the queue and what plays; a guest's button tunes in instead. */
export function PlaylistControls({ count }: { readonly count: number }) {
  const isOperator = useRight("station_control");
  const canControl = useRight("queue_control");
  return (
    <section
      aria-label="Playlist controls"
      className="panel grid grid-cols-2 items-center gap-2 p-3 sm:flex sm:flex-wrap lg:px-5"
    >
      {isOperator ? <PlayQueue /> : <TuneIn />}
      <ShuffleButton disabled={!canControl || count < 2} />
      <CommandButton command="skip" label="Skip to Next" icon={<SkipForward size={18} />} />
      <CommandButton command="restart" label="Restart" icon={<RotateCcw size={18} />} />
      <ClearAll count={count} disabled={!canControl || count === 0} />
      <div className="flex min-w-0 flex-1 items-center justify-end sm:min-w-52 lg:max-w-80 lg:ml-auto">
        {isOperator ? <StationVolume /> : <VolumeShown />}
      </div>
    </section>
  );
}

function PlayQueue() {
  const radioState = useRadioState().data;
  const change = useChangeRadioState();
  const isPlaying = radioState?.isPlaying ?? false;
  return (
    <button
      type="button"
      className="button button-primary"
      disabled={radioState === undefined || change.isPending}
      onClick={() => change.mutate({ isPlaying: !isPlaying })}
    >
      {isPlaying ? <Pause size={18} aria-hidden="true" /> : <Play size={18} aria-hidden="true" />}
      {isPlaying ? "Pause" : "Play Queue"}
    </button>
  );
}

function TuneIn() {
  const player = usePlayer();
  const status = usePlayerState((state) => state.playback.status);
  const isReady = usePlayerState((state) => state.streamUrl !== undefined);
  const isListening = status !== "idle" && status !== "blocked";
  return (
    <button
      type="button"
      className="button button-primary"
      disabled={!isReady}
      onClick={() => {
        if (isListening) player.stop();
        else player.listen();
      }}
    >
      {isListening ? (
        <Square size={18} aria-hidden="true" />
      ) : (
        <Play size={18} aria-hidden="true" />
      )}
      {isListening ? "Stop" : "Play Queue"}
    </button>
  );
}

function ShuffleButton({ disabled }: { readonly disabled: boolean }) {
  const shuffle = useShuffleQueue();
  return (
    <button
      type="button"
      className="button"
      disabled={disabled || shuffle.isPending}
      onClick={() => shuffle.mutate()}
    >
      <Shuffle size={18} aria-hidden="true" />
      Shuffle
    </button>
  );
}

function CommandButton({
  command,
  label,
  icon,
}: {
  readonly command: "skip" | "restart";
  readonly label: string;
  readonly icon: ReactNode;
}) {
  const isOperator = useRight("station_control");
  const { isPending, mutate } = usePlaybackCommand(command);
  return (
    <button
      type="button"
      className="button"
      title={isOperator ? undefined : `${label}: sign in as an operator to do this`}
      disabled={!isOperator || isPending}
      onClick={() => mutate()}
    >
      <span aria-hidden="true">{icon}</span>
      {label}
    </button>
  );
}

function ClearAll({ count, disabled }: { readonly count: number; readonly disabled: boolean }) {
  const clear = useClearQueue();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <button
        type="button"
        className="button"
        disabled={disabled || clear.isPending}
        onClick={() => setIsAsking(true)}
      >
        <Trash2 size={18} aria-hidden="true" />
        Clear All
      </button>
      {isAsking && (
        <ConfirmDialog
          title="Clear the queue?"
          text={`All ${count} upcoming tracks leave the queue. The library goes on playing.`}
          action="Clear Queue"
          onConfirm={() => clear.mutate()}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}

/** The station's volume for those who may not change it. */
function VolumeShown() {
  const volume = useRadioState().data?.volume;
  return (
    <p className="text-[13px] text-muted">
      Volume{" "}
      <span className="font-mono text-text tabular-nums">
        {volume === undefined ? UNKNOWN : `${volume}%`}
      </span>
    </p>
  );
}
