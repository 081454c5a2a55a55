import { artistAndTitle } from "@neonrelay/contract/callers";
import type { Play } from "@neonrelay/contract/callers";
import { formatTimeOfDay } from "../../ui/format-time.ts";
import { useCopy } from "../../ui/use-copy.ts";
import { useBranding } from "../branding/index.ts";
import { usePlay } from "./heard-programme.ts";

/** Copies the current title, for sharing; undefined while it is unknown. */
export function useCopyNowPlaying(): (() => void) | undefined {
  const play = usePlay();
  const { siteName } = useBranding();
  const copy = useCopy();
  if (play === undefined) return undefined;
  return () => copy(nowPlayingText(play, { siteName, nowMs: Date.now() }));
}

/** 'Artist — Title (Station, 21:04)'. Exported for its test. */
export function nowPlayingText(
  play: Pick<Play, "artist" | "title">,
  { siteName, nowMs }: { readonly siteName: string; readonly nowMs: number },
): string {
  const what = artistAndTitle(play, "—");
  return `${what} (${siteName}, ${formatTimeOfDay(nowMs)})`;
}
