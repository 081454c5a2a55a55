import { useRef } from "react";
import type { KeyboardEvent, PointerEvent } from "react";
import { pressedKey } from "../../../browser/pressed-key.ts";
import { placeText } from "./cue-draft-rules.ts";
import type { View } from "./view-rules.ts";

const STEP_MS = 10;
const SHIFT_STEP_MS = 100;
const PAGE_STEP_MS = 1000;

/** A line across the waveform, dragged or moved with the arrow keys: 10 ms, with Shift 100 ms, Page keys 1 s. */
export function PlaceSlider({
  label,
  className,
  ms,
  valueText = placeText(ms),
  limits,
  view,
  msAt,
  onMove,
  onSeek,
}: {
  readonly label: string;
  readonly className: string;
  readonly ms: number;
  readonly valueText?: string;
  readonly limits: { readonly lowestMs: number; readonly highestMs: number };
  readonly view: View;
  readonly msAt: (clientX: number) => number;
  readonly onMove: (ms: number, isByPointer: boolean) => void;
  /** Scrolls it into view. */
  readonly onSeek: () => void;
}) {
  const isDragged = useRef(false);
  const press = (event: KeyboardEvent): void => {
    const to = targetOf({ key: pressedKey(event), shiftKey: event.shiftKey }, { ms, ...limits });
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    onMove(Math.max(limits.lowestMs, Math.min(limits.highestMs, to)), false);
  };
  const grab = (event: PointerEvent<HTMLDivElement>): void => {
    if (event.button !== 0) return;
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    isDragged.current = true;
  };
  const share = (ms - view.fromMs) / view.spanMs;
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is a line across the picture, with limits of its own
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={Math.round(limits.lowestMs)}
      aria-valuemax={Math.round(limits.highestMs)}
      aria-valuenow={Math.round(ms)}
      aria-valuetext={valueText}
      className={className}
      style={{ left: `${Math.max(-1, Math.min(101, share * 100))}%` }}
      data-is-outside={share < 0 || share > 1}
      onFocus={onSeek}
      onKeyDown={press}
      onPointerDown={grab}
      onPointerMove={(event) => {
        if (isDragged.current) onMove(msAt(event.clientX), true);
      }}
      onLostPointerCapture={() => {
        isDragged.current = false;
      }}
    >
      <span aria-hidden="true">{label}</span>
    </div>
  );
}

/** undefined: not a key that moves it. */
function targetOf(
  { key, shiftKey }: Pick<KeyboardEvent, "key" | "shiftKey">,
  {
    ms,
    lowestMs,
    highestMs,
  }: { readonly ms: number; readonly lowestMs: number; readonly highestMs: number },
): number | undefined {
  const step = shiftKey ? SHIFT_STEP_MS : STEP_MS;
  switch (key) {
    case "ArrowLeft":
    case "ArrowDown":
      return ms - step;
    case "ArrowRight":
    case "ArrowUp":
      return ms + step;
    case "PageDown":
      return ms - PAGE_STEP_MS;
    case "PageUp":
      return ms + PAGE_STEP_MS;
    case "Home":
      return lowestMs;
    case "End":
      return highestMs;
    default:
      return undefined;
  }
}
