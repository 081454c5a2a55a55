import type { SignalKind } from "./signal-rules.ts";
import type { VisualizerMode } from "./visualizer-mode.ts";

const texts = {
  levels: "Levels from the station",
  silent: "The station is stopped",
  none: "Listen to see the signal",
} as const;
/** Pictures with bars from the lowest tone to the highest. */
const withFrequencies: ReadonlySet<VisualizerMode> = new Set(["spectrum", "bars3d"]);

/** The caption below a picture. */
export function signalText({
  kind,
  mode,
}: {
  readonly kind: SignalKind;
  readonly mode: VisualizerMode;
}): string {
  if (kind !== "sound") return texts[kind];
  return withFrequencies.has(mode) ? "40 Hz – 16 kHz" : "What you hear";
}
