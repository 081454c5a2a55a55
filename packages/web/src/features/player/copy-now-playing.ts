import type { Play } from "@neonrelay/contract";
import { formatTimeOfDay } from "../../ui/format-time.ts";
import { useToasts } from "../../ui/toast-context.ts";
import { useBranding } from "../branding/branding-data.ts";
import { copyText } from "./copy-text.ts";
import { usePlay } from "./programme-context.ts";

/** Copies what is heard, to be told to somebody else; undefined while that is not known. */
export function useCopyNowPlaying(): (() => void) | undefined {
  const play = usePlay();
  const { siteName } = useBranding();
  const toasts = useToasts();
  if (play === undefined) return undefined;
  return () => {
    const text = nowPlayingText(play, { siteName, nowMs: Date.now() });
    copyText(text).then(
      () => toasts.show({ tone: "success", title: "Copied", text, durationMs: 3000 }),
      () =>
        toasts.show({
          tone: "error",
          title: "Error",
          text: "The browser does not let the page copy",
          durationMs: 5000,
        }),
    );
  };
}

/** 'Artist — Title (Station, 21:04)'. Exported for its test. */
export function nowPlayingText(
  play: Pick<Play, "artist" | "title">,
  { siteName, nowMs }: { readonly siteName: string; readonly nowMs: number },
): string {
  const what = play.artist === "" ? play.title : `${play.artist} — ${play.title}`;
  return `${what} (${siteName}, ${formatTimeOfDay(nowMs)})`;
}
