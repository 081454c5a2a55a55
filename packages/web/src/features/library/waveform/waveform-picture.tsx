import { useEffect, useRef, useState } from "react";
import type { PointerEvent, RefObject } from "react";
import { cueLabels } from "./waveform-data.ts";
import {
  handles,
  limitsOf,
  moveHandle,
  placesOf,
  placeText,
  type Handle,
} from "./cue-draft-rules.ts";
import { scrollView, viewWith, type WaveformParts, zoomView } from "./view-rules.ts";
import { coloursOf, paintWaveform } from "./waveform-painter.ts";
import { PlaceSlider } from "./place-slider.tsx";

const HEIGHT_PX = 220;
const ZOOM_STEP = 1.25;

/** The waveform with its handles and the playhead. */
export function WaveformPicture(parts: WaveformParts) {
  const { sheet, cues, peaks, view, onView, playheadMs, onPlayhead, snap, marks } = parts;
  const { durationMs } = sheet;
  const box = useRef<HTMLDivElement>(null);
  const widthPx = useWidth(box);
  const places = placesOf(sheet, cues);
  const msAt = (clientX: number): number => {
    const left = box.current?.getBoundingClientRect().left ?? 0;
    const ms = view.fromMs + ((clientX - left) / Math.max(1, widthPx)) * view.spanMs;
    return Math.max(0, Math.min(durationMs, ms));
  };
  useWheel(box, (event) => {
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      const distance = event.deltaX === 0 ? event.deltaY : event.deltaX;
      return onView(scrollView(view, (distance / widthPx) * view.spanMs, durationMs));
    }
    const factor = event.deltaY > 0 ? ZOOM_STEP : 1 / ZOOM_STEP;
    return onView(zoomView(view, { factor, aroundMs: msAt(event.clientX), durationMs }));
  });
  const point = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button === 0) onPlayhead(msAt(event.clientX));
  };
  const seek = (ms: number) => onView(viewWith(view, ms, durationMs));
  const shared = { view, msAt };
  return (
    <div ref={box} className="screen waveform-box" onPointerDown={point}>
      <WaveformCanvas scene={{ peaks, view, durationMs, places, marks }} widthPx={widthPx} />
      <PlaceSlider
        label="Play position"
        className="waveform-playhead"
        ms={playheadMs}
        limits={{ lowestMs: 0, highestMs: durationMs }}
        onMove={onPlayhead}
        onSeek={() => seek(playheadMs)}
        {...shared}
      />
      {handles.map((handle) => (
        <PlaceSlider
          key={handle}
          label={cueLabels[`${handle}Ms`]}
          className={`waveform-handle waveform-${handle}`}
          ms={places[handle]}
          valueText={valueTextOf(handle, places)}
          limits={limitsOf(sheet, cues, handle)}
          onMove={(toMs, isByPointer) => {
            const wanted = { handle, toMs: isByPointer ? snap(toMs) : toMs };
            parts.onCues(moveHandle(sheet, cues, wanted));
            if (!isByPointer) seek(toMs);
          }}
          onSeek={() => seek(places[handle])}
          {...shared}
        />
      ))}
    </div>
  );
}

function WaveformCanvas({
  scene,
  widthPx,
}: {
  readonly scene: Parameters<typeof paintWaveform>[1];
  readonly widthPx: number;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const colours = useRef<ReturnType<typeof coloursOf>>(undefined);
  useEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (canvas.current === null || context === null || context === undefined) return;
    const ratio = window.devicePixelRatio;
    canvas.current.width = Math.round(widthPx * ratio);
    canvas.current.height = Math.round(HEIGHT_PX * ratio);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    colours.current ??= coloursOf(canvas.current);
    paintWaveform(context, scene, { widthPx, heightPx: HEIGHT_PX, colours: colours.current });
  });
  return <canvas ref={canvas} aria-hidden="true" style={{ width: "100%", height: HEIGHT_PX }} />;
}

function valueTextOf(handle: Handle, places: ReturnType<typeof placesOf>): string {
  if (handle === "fadeIn") return `${placeText(places.fadeIn - places.cueIn)} long`;
  if (handle === "fadeOut") return `${placeText(places.cueOut - places.fadeOut)} long`;
  return placeText(places[handle]);
}

function useWidth(box: RefObject<HTMLElement | null>): number {
  const [widthPx, setWidthPx] = useState(0);
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const sizes = new ResizeObserver(() => setWidthPx(element.clientWidth));
    sizes.observe(element);
    return () => sizes.disconnect();
  }, [box]);
  return widthPx;
}

/** A native listener: React's can't prevent the page behind from scrolling. */
function useWheel(box: RefObject<HTMLElement | null>, onWheel: (event: WheelEvent) => void): void {
  useEffect(() => {
    const element = box.current;
    const turn = (event: WheelEvent): void => {
      event.preventDefault();
      onWheel(event);
    };
    element?.addEventListener("wheel", turn, { passive: false });
    return () => element?.removeEventListener("wheel", turn);
  });
}
