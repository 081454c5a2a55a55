import type { NowPlaying, RadioState, StreamInfo } from "@neonrelay/contract/callers";

/** What listeners hear: the programme, its silence after a fade-out, the emergency loop, or nothing. */
export type AirState = "live" | "faded-out" | "no-music" | "offline";

export const airStateNames: Readonly<Record<AirState, string>> = {
  live: "LIVE",
  "faded-out": "Faded out",
  "no-music": "No music",
  offline: "OFFLINE",
};

/** @param nowPlaying undefined until the station has answered */
export function airStateOf(
  { isPlaying, isFadedOut }: Pick<RadioState, "isPlaying" | "isFadedOut">,
  { isStreaming }: Pick<StreamInfo, "isStreaming">,
  nowPlaying: Pick<NowPlaying, "isEmergencyLoop"> | undefined,
): AirState {
  if (!isPlaying || !isStreaming) return "offline";
  if (isFadedOut) return "faded-out";
  return nowPlaying?.isEmergencyLoop === true ? "no-music" : "live";
}
