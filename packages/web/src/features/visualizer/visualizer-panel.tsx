import { AudioLines, Maximize, Minimize, Pause, Play } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useShortcut } from "../../frame/use-shortcut.ts";
import { formatDecibels, UNKNOWN } from "../../ui/format-time.ts";
import { PlayPicture, usePlay } from "../player/index.ts";
import { Drawing } from "./drawing.ts";
import type { SignalSource } from "./picture.ts";
import { VisualizerFooter } from "./visualizer-footer.tsx";
import {
  nextMode,
  toMode,
  useVisualizerMode,
  useVisualsSetting,
  type VisualizerMode,
  visualizerModes,
} from "./visualizer-mode.ts";
import { useVisualizerSignal } from "./visualizer-signal.ts";

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
      className="visualizer panel flex min-h-[176px] flex-1 flex-col overflow-hidden"
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
      <div className="screen relative mx-3 min-h-[72px] flex-1 overflow-hidden rounded-m sm:mx-4">
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

interface ModePickerProps {
  readonly mode: VisualizerMode;
  readonly onChoose: (mode: VisualizerMode) => void;
}

/** All eight side by side, where they fit. */
function ModeButtons({ mode, onChoose }: ModePickerProps) {
  return (
    <fieldset aria-label="Visualizer" className="mode-buttons">
      {visualizerModes.map(({ name, label }) => (
        <button
          key={name}
          type="button"
          className="mode-button"
          aria-pressed={name === mode}
          onClick={() => onChoose(name)}
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}

/** The same as a select field, for smaller screens. */
function ModeSelect({ mode, onChoose }: ModePickerProps) {
  return (
    <select
      aria-label="Visualizer"
      className="field min-h-9 w-auto max-w-full min-w-0 px-2 font-display text-[13px] font-semibold"
      value={mode}
      onChange={(event) => onChoose(toMode(event.target.value) ?? mode)}
    >
      {visualizerModes.map(({ name, label }) => (
        <option key={name} value={name}>
          {label}
        </option>
      ))}
    </select>
  );
}

/** The current track, below the full-screen picture. */
function NowShowing() {
  const play = usePlay();
  return (
    <div className="absolute bottom-4 left-0 flex max-w-full items-center gap-4 rounded-m bg-s1 p-3 pr-6">
      <PlayPicture play={play} sizePx={96} className="size-20 rounded-m" />
      <div className="min-w-0">
        <p className="truncate font-display text-[24px] leading-8 font-semibold">
          {play?.title ?? UNKNOWN}
        </p>
        <p className="truncate text-[17px] text-secondary-text">{play?.artist ?? UNKNOWN}</p>
      </div>
    </div>
  );
}

/** The picture. Draws only while it moves, is on screen, and the page is visible. */
function VisualizerCanvas({
  mode,
  signal,
  isMoving,
}: {
  readonly mode: VisualizerMode;
  readonly signal: SignalSource;
  readonly isMoving: boolean;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [drawing, setDrawing] = useState<Drawing>();
  useEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (canvas.current === null || context === null || context === undefined) return undefined;
    const opened = new Drawing(canvas.current, context, { mode, signal });
    setDrawing(opened);
    return () => opened.close();
  }, [mode, signal]);
  useEffect(() => (isMoving ? drawing?.move() : drawing?.stand()), [drawing, isMoving]);
  return <canvas ref={canvas} aria-hidden="true" className="absolute inset-0 size-full" />;
}

/** Whether an element is full screen, and how to toggle that. */
function useFullScreen(element: { readonly current: HTMLElement | null }) {
  const isFull = useSyncExternalStore(
    subscribe,
    () => document.fullscreenElement !== null && document.fullscreenElement === element.current,
  );
  const toggle = () => {
    const change = isFull ? document.exitFullscreen() : element.current?.requestFullscreen();
    change?.catch((error: unknown) => console.warn("no full screen", error));
  };
  return { isFull, isPossible: document.fullscreenEnabled, toggle };
}

function subscribe(onChange: () => void): () => void {
  document.addEventListener("fullscreenchange", onChange);
  return () => document.removeEventListener("fullscreenchange", onChange);
}

/** An analyser keeps 43 ms at 48 kHz, so no sample is missed. */
const SAMPLE_EVERY_MS = 40;
const SAMPLES_A_PUBLICATION = 5;

/** Reads the peak of the shown sound and publishes the maximum every fifth of a second; null without a signal. */
function watchPeak(
  signal: SignalSource,
  publish: (peakDb: number | null) => void,
): { readonly close: () => void } {
  let highestDb: number | null = null;
  let taken = 0;
  const timer = setInterval(() => {
    const peakDb = signal.read()?.peakDb ?? null;
    if (peakDb !== null) highestDb = Math.max(highestDb ?? peakDb, peakDb);
    taken += 1;
    if (taken % SAMPLES_A_PUBLICATION !== 0) return;
    publish(highestDb);
    highestDb = null;
  }, SAMPLE_EVERY_MS);
  return { close: () => clearInterval(timer) };
}
