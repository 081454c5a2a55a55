import { useEffect } from "react";
import { usePlayerState } from "../features/player/player-context.ts";
import { usePlay } from "../features/player/programme-context.ts";
import { SITE_NAME } from "./navigation.ts";

/** Names the page in the browser's tab; while listening the title that is heard stands there instead. */
export function usePageTitle(page: string): void {
  const play = usePlay();
  const isListening = usePlayerState((state) => state.playback.status === "playing");
  const title =
    isListening && play !== undefined
      ? `▶ ${play.title} – ${play.artist} · ${SITE_NAME}`
      : `${page} · ${SITE_NAME}`;
  useEffect(() => {
    document.title = title;
  }, [title]);
}
