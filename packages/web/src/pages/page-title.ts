import { useEffect } from "react";
import { useBranding } from "../features/branding/branding-data.ts";
import { usePlayerState } from "../features/player/player-context.ts";
import { usePlay } from "../features/player/heard-programme.ts";

/** Names the page in the browser's tab. While you listen, the tab shows the current title instead. */
export function usePageTitle(page: string): void {
  const play = usePlay();
  const { siteName } = useBranding();
  const isListening = usePlayerState((state) => state.playback.status === "playing");
  const title =
    isListening && play !== undefined
      ? `▶ ${play.artist === "" ? play.title : `${play.title} – ${play.artist}`} · ${siteName}`
      : `${page} · ${siteName}`;
  useEffect(() => {
    document.title = title;
  }, [title]);
}
