import type { SignalKind } from "./signal-rules.ts";
import type { VisualizerMode } from "./visualizer-mode.ts";

const texts = {
  levels: "Levels from the station",
  silent: "The station is stopped",
  none: "Listen to see the signal",
} as const;
/** Pictures with bars side by side from the lowest tone to the highest. */
const withFrequencies: ReadonlySet<VisualizerMode> = new Set(["spectrum", "bars3d"]);

/** The text below a picture that says what it shows. */
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
