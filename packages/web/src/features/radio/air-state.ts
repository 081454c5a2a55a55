import type { RadioState, StreamInfo } from "@neonrelay/contract";

/** What reaches listeners: the programme, its silence after a fade-out, or nothing. */
export type AirState = "live" | "faded-out" | "offline";

export const airStateNames: Readonly<Record<AirState, string>> = {
  live: "LIVE",
  "faded-out": "Faded out",
  offline: "OFFLINE",
};

export function airStateOf(
  { isPlaying, isFadedOut }: Pick<RadioState, "isPlaying" | "isFadedOut">,
  { isStreaming }: Pick<StreamInfo, "isStreaming">,
): AirState {
  if (!isPlaying || !isStreaming) return "offline";
  return isFadedOut ? "faded-out" : "live";
}
