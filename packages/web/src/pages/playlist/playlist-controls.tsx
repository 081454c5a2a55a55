import { Pause, Play, RotateCcw, Shuffle, SkipForward, Trash2 } from "lucide-react";
import { useState } from "react";
import type { ReactNode } from "react";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { UNKNOWN } from "../../ui/format-time.ts";
import { useClosedBecause, useRight } from "../../features/accounts/session-data.ts";
import { usePlayer, usePlayerState } from "../../features/player/player-context.ts";
import { StationVolume } from "../../features/player/volume-controls.tsx";
import { clearQuestion, useClearQueue, useShuffleQueue } from "../../features/queue/queue-data.ts";
import {
  useChangeRadioState,
  usePlaybackCommand,
  useRadioState,
} from "../../features/radio/radio-data.ts";
import { listens } from "../../features/player/playback-machine.ts";

/** Controls for queue and playback. A guest's button only starts listening. */
export function PlaylistControls({ count }: { readonly count: number }) {
  const isOperator = useRight("station_control");
  return (
    <section
      aria-label="Playlist controls"
      className="panel grid grid-cols-[repeat(2,minmax(0,1fr))] items-center gap-2 p-3 max-[360px]:*:px-2 sm:flex sm:flex-wrap lg:px-5"
    >
      {isOperator ? <PlayQueue /> : <TuneIn />}
      <ShuffleButton count={count} />
      <CommandButton command="skip" label="Skip to Next" icon={<SkipForward size={18} />} />
      <CommandButton command="restart" label="Restart" icon={<RotateCcw size={18} />} />
      <ClearAll count={count} />
      <div className="flex min-w-0 flex-1 items-center justify-end max-sm:col-span-2 sm:min-w-72 lg:max-w-96 lg:ml-auto">
        {isOperator ? <StationVolume name="Station volume" /> : <VolumeShown />}
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

/** Called Pause, like the operators' button. Play continues with what is on air by then. */
function TuneIn() {
  const player = usePlayer();
  const status = usePlayerState((state) => state.playback.status);
  const isReady = usePlayerState((state) => state.streamUrl !== undefined);
  const isListening = listens({ status });
  return (
    <button
      type="button"
      className="button button-primary"
      title={isListening ? "Stops the sound in this browser only" : undefined}
      disabled={!isReady}
      onClick={() => {
        if (isListening) player.stop();
        else player.listen();
      }}
    >
      {isListening ? <Pause size={18} aria-hidden="true" /> : <Play size={18} aria-hidden="true" />}
      {isListening ? "Pause" : "Play Queue"}
    </button>
  );
}

function ShuffleButton({ count }: { readonly count: number }) {
  const closedBecause = useClosedBecause("queue_control");
  const shuffle = useShuffleQueue();
  return (
    <button
      type="button"
      className="button"
      title={closedBecause}
      disabled={closedBecause !== undefined || count < 2 || shuffle.isPending}
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
  const { isPending, mutate, impossibleBecause } = usePlaybackCommand(command);
  const closedBecause = useClosedBecause("station_control") ?? impossibleBecause;
  return (
    <button
      type="button"
      className="button"
      title={closedBecause}
      disabled={closedBecause !== undefined || isPending}
      onClick={() => mutate()}
    >
      <span aria-hidden="true">{icon}</span>
      {label}
    </button>
  );
}

function ClearAll({ count }: { readonly count: number }) {
  const closedBecause = useClosedBecause("queue_control");
  const clear = useClearQueue();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <button
        type="button"
        className="button"
        title={closedBecause}
        disabled={closedBecause !== undefined || count === 0 || clear.isPending}
        onClick={() => setIsAsking(true)}
      >
        <Trash2 size={18} aria-hidden="true" />
        Clear All
      </button>
      {isAsking && (
        <ConfirmDialog
          {...clearQuestion(count)}
          onConfirm={() => clear.mutate()}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}

/** The station's volume, for users without the right to change it. */
function VolumeShown() {
  const volume = useRadioState().data?.volume;
  return (
    <p className="text-[13px] text-muted">
      Station volume{" "}
      <span className="font-mono text-text tabular-nums">
        {volume === undefined ? UNKNOWN : `${volume}%`}
      </span>
    </p>
  );
}
