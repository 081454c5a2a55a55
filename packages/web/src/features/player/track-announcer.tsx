import { useNowPlaying } from "../radio/index.ts";
import { usePlayerState } from "./player-context.ts";
import { usePlay } from "./programme-context.ts";

/**
 * Tells screen readers what is heard now, and only while something is heard. It is there on every page, and so what is
 * on air is asked for on every page while the socket is away.
 */
export function TrackAnnouncer() {
  useNowPlaying();
  const play = usePlay();
  const isListening = usePlayerState((state) => state.playback.status === "playing");
  return (
    <output aria-live="polite" className="sr-only">
      {isListening && play !== undefined ? `Now playing: ${play.title} by ${play.artist}` : ""}
    </output>
  );
}
