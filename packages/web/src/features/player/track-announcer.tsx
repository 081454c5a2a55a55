import { usePlayerState } from "./player-context.ts";
import { usePlay } from "./programme-context.ts";

/** Tells screen readers what is heard now, and only while something is heard. */
export function TrackAnnouncer() {
  const play = usePlay();
  const isListening = usePlayerState((state) => state.playback.status === "playing");
  return (
    <output aria-live="polite" className="sr-only">
      {isListening && play !== undefined ? `Now playing: ${play.title} by ${play.artist}` : ""}
    </output>
  );
}
