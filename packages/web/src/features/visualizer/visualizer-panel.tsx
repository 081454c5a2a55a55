import { AudioLines, Maximize, Minimize, Pause, Play } from "lucide-react";
import { useEffect, useRef } from "react";
import type { ReactNode } from "react";
import { formatDecibels } from "../../ui/format-time.ts";
import { useShortcut } from "../../frame/use-shortcut.ts";
import { useFullScreen } from "./full-screen.ts";
import { ModeButtons, ModeSelect } from "./mode-picker.tsx";
import { NowShowing } from "./now-showing.tsx";
import { watchPeak } from "./signal-meter.ts";
import { VisualizerCanvas } from "./visualizer-canvas.tsx";
import { VisualizerFooter } from "./visualizer-footer.tsx";
import { nextMode, useVisualizerMode } from "./visualizer-mode.ts";
import { useVisualizerSignal } from "./visualizer-signal.ts";
import { useVisualsSetting } from "./visuals-setting.ts";

/** The sound as a picture, its peak, and the monitor gain. */
export function VisualizerPanel() {
  const panel = useRef<HTMLElement>(null);
  const readout = useRef<HTMLOutputElement>(null);
  const [mode, setMode] = useVisualizerMode();
  const [isMoving, setIsMoving] = useVisualsSetting();
  const { kind, source } = useVisualizerSignal(isMoving);
  const screen = useFullScreen(panel);
  useShortcut("v", () => setMode(nextMode(mode)));
  useShortcut("f", screen.toggle);
  useEffect(() => {
    const meter = watchPeak(source, (peakDb) => showPeak(panel.current, readout.current, peakDb));
    return () => meter.close();
  }, [source]);
  const MovingIcon = isMoving ? Pause : Play;
  const ScreenIcon = screen.isFull ? Minimize : Maximize;
  return (
    <section
      ref={panel}
      aria-label="Audio Visualizer"
      data-visualizer={mode}
      data-signal={kind}
      className="visualizer panel flex min-h-[176px] flex-1 flex-col overflow-hidden max-lg:[@media(height<700px)]:hidden"
    >
      <div className="flex items-center gap-2 pt-1 pr-1 pl-3 sm:gap-3 sm:pr-2 sm:pl-4">
        <AudioLines
          size={18}
          aria-hidden="true"
          className="shrink-0 text-primary-text max-sm:hidden"
        />
        <h2 className="text-[15px] font-semibold max-sm:sr-only">Audio Visualizer</h2>
        <div className="min-w-0 xl:hidden">
          <ModeSelect mode={mode} onChoose={setMode} />
        </div>
        <p className="ml-auto flex shrink-0 items-baseline gap-2 text-[12px] text-muted">
          <span className="max-[360px]:sr-only">Peak</span>
          <output
            ref={readout}
            aria-live="off"
            className="min-w-[64px] text-right font-mono text-[13px] text-text tabular-nums"
          >
            {formatDecibels(null)}
          </output>
        </p>
        <div className="flex">
          <PanelButton
            label={isMoving ? "Pause visuals" : "Resume visuals"}
            icon={<MovingIcon size={18} aria-hidden="true" />}
            onPress={() => setIsMoving(!isMoving)}
          />
          {screen.isPossible && (
            <PanelButton
              label={screen.isFull ? "Leave full screen" : "Full screen"}
              icon={<ScreenIcon size={18} aria-hidden="true" />}
              onPress={screen.toggle}
            />
          )}
        </div>
      </div>
      <div className="hidden px-4 pb-1 xl:block">
        <ModeButtons mode={mode} onChoose={setMode} />
      </div>
      <div className="relative mx-3 min-h-[72px] flex-1 sm:mx-4">
        <VisualizerCanvas mode={mode} signal={source} isMoving={isMoving} />
        {screen.isFull && <NowShowing />}
      </div>
      <VisualizerFooter kind={kind} mode={mode} />
    </section>
  );
}

function PanelButton({
  label,
  icon,
  onPress,
}: {
  readonly label: string;
  readonly icon: ReactNode;
  readonly onPress: () => void;
}) {
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      title={label}
      onClick={onPress}
    >
      {icon}
    </button>
  );
}

/** The attribute is absent without a signal, so that silence can't be mistaken for 0 dB. */
function showPeak(
  panel: HTMLElement | null,
  readout: HTMLOutputElement | null,
  peakDb: number | null,
): void {
  const text = formatDecibels(peakDb);
  // Setting equal text would repaint too.
  if (readout !== null && readout.textContent !== text) readout.textContent = text;
  if (peakDb === null) panel?.removeAttribute("data-peak-db");
  else panel?.setAttribute("data-peak-db", peakDb.toFixed(1));
}
