import { Sparkles } from "lucide-react";
import { usePlayerState } from "../../features/player/player-context.ts";
import { useUpdate } from "./use-update.ts";

/** Announces a newer version of the app. It never reloads by itself: the visitor may be listening or typing. */
export function UpdateBanner() {
  const isOutdated = useUpdate();
  const isListening = usePlayerState(({ playback }) => playback.status === "playing");
  return (
    <output aria-live="polite" className="block shrink-0">
      {isOutdated && (
        <span className="flex items-center gap-3 border-b border-primary/50 bg-s2 px-4 py-1.5 text-[13px]">
          <Sparkles size={16} aria-hidden="true" className="shrink-0 text-primary-text" />
          <span className="mr-auto">
            A new version of this page is ready.
            {isListening && " Reloading interrupts the sound for a moment."}
          </span>
          <button
            type="button"
            className="button button-small"
            onClick={() => {
              location.reload();
            }}
          >
            Reload
          </button>
        </span>
      )}
    </output>
  );
}
