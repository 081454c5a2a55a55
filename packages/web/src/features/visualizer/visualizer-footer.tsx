import { ValueSlider } from "../../ui/value-slider.tsx";
import {
  canAnalyseLiveStreams,
  GAIN_LIMIT_DB,
  usePlayer,
  usePlayerState,
} from "../player/index.ts";
import type { VisualizerMode } from "./visualizer-mode.ts";
import type { SignalKind, VisualizerSignal } from "./visualizer-signal.ts";

/** The source of the picture, and the monitor gain. */
export function VisualizerFooter({
  kind,
  mode,
}: {
  readonly kind: VisualizerSignal["kind"];
  readonly mode: VisualizerMode;
}) {
  const player = usePlayer();
  const gainDb = usePlayerState((state) => state.gainDb);
  const text = `${gainDb > 0 ? "+" : ""}${gainDb} dB`;
  return (
    <div className="flex items-center gap-3 px-3 pb-1 text-[12px] text-muted sm:px-4">
      <p className="mr-auto hidden min-w-0 truncate sm:block">{signalText({ kind, mode })}</p>
      <span className="shrink-0">Gain</span>
      <div className="min-w-0 flex-1 sm:max-w-48">
        <ValueSlider
          label="Monitor gain"
          value={gainDb}
          min={-GAIN_LIMIT_DB}
          max={GAIN_LIMIT_DB}
          valueText={text}
          disabled={!canAnalyseLiveStreams(navigator)}
          onChange={(changed) => player.setGainDb(changed)}
        />
      </div>
      <output className="w-14 text-right font-mono text-[13px] tabular-nums">{text}</output>
    </div>
  );
}

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
