import { titleByArtist } from "@neonrelay/contract/callers";
import { useNowPlaying } from "../radio/index.ts";
import { usePlayerState } from "./player-context.ts";
import { usePlay } from "./heard-programme.ts";

/**
 * Announces the current title to screen readers while the visitor listens. It is on every page, so while the socket is
 * away every page fetches what is on air.
 */
export function TrackAnnouncer() {
  useNowPlaying();
  const play = usePlay();
  const isListening = usePlayerState((state) => state.playback.status === "playing");
  return (
    <output aria-live="polite" className="sr-only">
      {isListening && play !== undefined ? `Now playing: ${titleByArtist(play)}` : ""}
    </output>
  );
}
