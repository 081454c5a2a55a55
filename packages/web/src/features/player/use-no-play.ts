import { useNowPlaying } from "../radio/index.ts";
import type { NowPlaying } from "@neonrelay/contract/callers";

export function useNoPlay(): NoPlay | undefined {
  return noPlayOf(useNowPlaying().data);
}

/** Replaces title and artist while no track is heard. */
interface NoPlay {
  readonly title: string;
  readonly artist: string;
  /** Adding music would end this state. */
  readonly isForWantOfMusic: boolean;
}

/** @param nowPlaying undefined until the station has answered */
export function noPlayOf(
  nowPlaying: Pick<NowPlaying, "isEmergencyLoop" | "history"> | undefined,
): NoPlay | undefined {
  if (nowPlaying?.isEmergencyLoop !== true) return undefined;
  const isNew = nowPlaying.history.length === 0;
  return {
    title: isNew ? "No music yet" : "No music to play",
    artist: "The emergency loop is on air",
    isForWantOfMusic: isNew,
  };
}
