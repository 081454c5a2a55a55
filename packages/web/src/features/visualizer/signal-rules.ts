/** What the visualizer shows: the sound of this browser, the station's levels, or nothing. */
export type SignalKind = "sound" | "levels" | "silent" | "none";

/**
 * Listeners see what they hear, or the station's levels if the browser can't analyse its own sound. Operators who
 * aren't listening see the levels of what is on air.
 * @param listening.isSilenced by an emergency stop: nothing is heard, even if sound is still buffered
 */
export function chooseSignal(listening: {
  readonly isListening: boolean;
  readonly isSilenced: boolean;
  readonly canAnalyse: boolean;
  readonly isOperator: boolean;
}): SignalKind {
  if (!listening.isListening) return listening.isOperator ? "levels" : "none";
  if (listening.isSilenced) return "silent";

  return listening.canAnalyse ? "sound" : "levels";
}
