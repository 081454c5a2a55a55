import { AudioLines, Pause, Play } from "lucide-react";
import { useEffect, useRef } from "react";
import { formatDecibels } from "../../ui/format-time.ts";
import { ValueSlider } from "../../ui/value-slider.tsx";
import { canAnalyseLiveStreams } from "../player/audio-graph.ts";
import { usePlayer, usePlayerState } from "../player/player-context.ts";
import { GAIN_LIMIT_DB } from "../player/volume.ts";
import { watchPeak } from "./signal-meter.ts";
import { SpectrumCanvas } from "./spectrum-canvas.tsx";
import { useVisualsSetting } from "./visuals-setting.ts";

/** The spectrum of the sound this browser plays, its peak, and the monitor gain. */
export function VisualizerPanel() {
  const player = usePlayer();
  const [isMoving, setIsMoving] = useVisualsSetting();
  const panel = useRef<HTMLElement>(null);
  const readout = useRef<HTMLOutputElement>(null);
  useEffect(() => {
    const meter = watchPeak(player, (peakDb) => showPeak(panel.current, readout.current, peakDb));
    return () => meter.close();
  }, [player]);
  const Icon = isMoving ? Pause : Play;
  return (
    <section
      ref={panel}
      aria-label="Audio Visualizer"
      data-visualizer="spectrum"
      className="panel flex min-h-[176px] flex-1 flex-col overflow-hidden lg:min-h-0 max-lg:[@media(height<700px)]:hidden"
    >
      <div className="flex items-center gap-3 px-3 pt-2 sm:px-4 sm:pt-3">
        <AudioLines size={18} aria-hidden="true" className="text-primary-text" />
        <h2 className="text-[15px] font-semibold">Audio Visualizer</h2>
        <span className="badge hidden text-muted sm:inline-flex">Spectrum</span>
        <p className="ml-auto flex items-baseline gap-2 text-[12px] text-muted">
          Peak
          <output
            ref={readout}
            aria-live="off"
            className="min-w-[72px] text-right font-mono text-[13px] text-text tabular-nums"
          >
            {formatDecibels(null)}
          </output>
        </p>
        <button
          type="button"
          className="icon-button -mr-2"
          aria-label={isMoving ? "Pause visuals" : "Resume visuals"}
          title={isMoving ? "Pause visuals" : "Resume visuals"}
          onClick={() => setIsMoving(!isMoving)}
        >
          <Icon size={18} aria-hidden="true" />
        </button>
      </div>
      <div className="relative mx-3 min-h-[72px] flex-1 sm:mx-4">
        <SpectrumCanvas isMoving={isMoving} />
      </div>
      <PanelFooter />
    </section>
  );
}

function PanelFooter() {
  const player = usePlayer();
  const gainDb = usePlayerState((state) => state.gainDb);
  const status = usePlayerState((state) => state.playback.status);
  const canAnalyse = canAnalyseLiveStreams(navigator);
  const text = `${gainDb > 0 ? "+" : ""}${gainDb} dB`;
  return (
    <div className="flex items-center gap-3 px-3 pb-1 text-[12px] text-muted sm:px-4">
      <p className="mr-auto hidden min-w-0 truncate sm:block">
        {!canAnalyse
          ? "Live visuals unavailable on this device"
          : status === "playing"
            ? "40 Hz – 16 kHz"
            : "Listen to see the signal"}
      </p>
      <span className="shrink-0">Gain</span>
      <div className="min-w-0 flex-1 sm:max-w-48">
        <ValueSlider
          label="Monitor gain"
          value={gainDb}
          min={-GAIN_LIMIT_DB}
          max={GAIN_LIMIT_DB}
          valueText={text}
          disabled={!canAnalyse}
          onChange={(changed) => player.setGainDb(changed)}
        />
      </div>
      <output className="w-14 text-right font-mono text-[13px] tabular-nums">{text}</output>
    </div>
  );
}

/** The attribute is absent when there is no signal, so that nothing can take silence for 0 dB. */
function showPeak(
  panel: HTMLElement | null,
  readout: HTMLOutputElement | null,
  peakDb: number | null,
): void {
  if (readout !== null) readout.textContent = formatDecibels(peakDb);
  if (peakDb === null) panel?.removeAttribute("data-peak-db");
  else panel?.setAttribute("data-peak-db", peakDb.toFixed(1));
}
