import { Maximize2, ZoomIn, ZoomOut } from "lucide-react";
import type { ReactNode } from "react";
import { ValueSlider } from "../../../ui/value-slider.tsx";
import { placeText } from "./cue-draft-rules.ts";
import { snapKinds, type SnapKind } from "./snap-rules.ts";
import { scrollView, type WaveformParts, wholeView, zoomView } from "./view-rules.ts";

const ZOOM_STEP = 1.5;
const snapNames: Readonly<Record<SnapKind, string>> = {
  off: "Snap to nothing",
  silences: "Snap to silence",
  beats: "Snap to beats (estimated)",
};

/** Zoom, scroll, and what handles snap to. */
export function ViewBar({
  sheet: { durationMs },
  view,
  onView,
  playheadMs,
  snapKind,
  tempo,
  onSnapKind,
}: Pick<WaveformParts, "sheet" | "view" | "onView" | "playheadMs"> & {
  readonly snapKind: SnapKind;
  readonly tempo: number | null;
  readonly onSnapKind: (kind: SnapKind) => void;
}) {
  const zoom = (factor: number) =>
    onView(zoomView(view, { factor, aroundMs: playheadMs, durationMs }));
  const room = Math.max(0, durationMs - view.spanMs);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <ToolButton label="Zoom in" onPress={() => zoom(1 / ZOOM_STEP)}>
        <ZoomIn size={16} aria-hidden="true" />
      </ToolButton>
      <ToolButton label="Zoom out" onPress={() => zoom(ZOOM_STEP)}>
        <ZoomOut size={16} aria-hidden="true" />
      </ToolButton>
      <ToolButton label="Whole track" onPress={() => onView(wholeView(durationMs))}>
        <Maximize2 size={16} aria-hidden="true" />
      </ToolButton>
      <div className="waveform-scroll">
        <ValueSlider
          label="Scroll"
          value={Math.round(view.fromMs)}
          min={0}
          max={Math.max(1, Math.round(room))}
          step={Math.max(1, Math.round(view.spanMs / 20))}
          valueText={`from ${placeText(view.fromMs)}`}
          disabled={room === 0}
          onChange={(fromMs) => onView(scrollView(view, fromMs - view.fromMs, durationMs))}
        />
      </div>
      <select
        className="field waveform-snap"
        aria-label="Snap"
        value={snapKind}
        onChange={(event) => {
          const kind = snapKinds.find((one) => one === event.target.value);
          if (kind !== undefined) onSnapKind(kind);
        }}
      >
        {snapKinds.map((kind) => (
          <option key={kind} value={kind}>
            {snapNames[kind]}
          </option>
        ))}
      </select>
      {tempo !== null && (
        <span className="text-[13px] text-muted tabular-nums">about {tempo} BPM</span>
      )}
    </div>
  );
}

function ToolButton({
  label,
  onPress,
  children,
}: {
  readonly label: string;
  readonly onPress: () => void;
  readonly children: ReactNode;
}) {
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      title={label}
      onClick={onPress}
    >
      {children}
    </button>
  );
}
