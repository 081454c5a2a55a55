import { Play, Square } from "lucide-react";
import { usePlayer, usePlayerState } from "./player-context.ts";
import { listens } from "./playback-machine.ts";

/** Starts and stops listening and never affects the station. */
export function TuneInButton({ className }: { readonly className: string }) {
  const player = usePlayer();
  const status = usePlayerState((state) => state.playback.status);
  const isReady = usePlayerState((state) => state.streamUrl !== undefined);
  const isListening = listens({ status });
  return (
    <button
      type="button"
      className={`play-button shrink-0 ${className}`}
      aria-label={isListening ? "Stop" : "Play"}
      title={isReady ? undefined : "Tuning in…"}
      disabled={!isReady}
      data-busy={status === "connecting" || status === "reconnecting"}
      onClick={() => {
        if (isListening) player.stop();
        else player.listen();
      }}
    >
      {isListening ? (
        <Square size={20} fill="currentColor" aria-hidden="true" />
      ) : (
        <Play size={24} fill="currentColor" className="ml-0.5" aria-hidden="true" />
      )}
    </button>
  );
}
