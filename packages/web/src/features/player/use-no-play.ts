import type { DemoMusicState, NowPlaying } from "@neonrelay/contract/callers";
import { useDemoMusic } from "../library/index.ts";
import { useNowPlaying } from "../radio/index.ts";

export function useNoPlay(): NoPlay | undefined {
  const nowPlaying = useNowPlaying().data;
  const isWanted = nowPlaying?.isEmergencyLoop === true;
  const demo = useDemoMusic({ isWanted, isPolled: false });
  return noPlayOf(nowPlaying, demo?.making ?? null);
}

/** Replaces title and artist while no track is heard; the title is the player's status, too. */
interface NoPlay {
  readonly title: string;
  readonly artist: string;
  /** Adding music would end this state. */
  readonly isForWantOfMusic: boolean;
}

/**
 * @param nowPlaying undefined until the station has answered
 * @param making the progress of the demo tracks; null while none are being made
 */
export function noPlayOf(
  nowPlaying: Pick<NowPlaying, "isEmergencyLoop" | "history"> | undefined,
  making: DemoMusicState["making"],
): NoPlay | undefined {
  if (nowPlaying?.isEmergencyLoop !== true) return undefined;
  const isNew = nowPlaying.history.length === 0;
  const title = isNew ? "No music yet" : "No music to play";
  return {
    title: making === null ? title : `Preparing demo tracks (${making.made} of ${making.of})`,
    artist: "The emergency loop is on air",
    isForWantOfMusic: isNew,
  };
}
