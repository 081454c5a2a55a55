import type { CSSProperties, KeyboardEvent, WheelEvent } from "react";
import { pressedKey } from "../browser/pressed-key.ts";

/** Steps per key or wheel notch. */
const STEPS_OF_KEY: Readonly<Record<string, number>> = { PageUp: 10, PageDown: -10 };
const STEPS_OF_WHEEL = 5;

/** A slider that snaps to its steps. Page Up and Page Down move it by ten of them, the wheel by five. */
export function ValueSlider(slider: {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step?: number;
  readonly valueText: string;
  readonly disabled?: boolean;
  readonly onChange: (value: number) => void;
}) {
  const { label, value, min, max, step = 1, valueText, disabled = false, onChange } = slider;
  const move = (steps: number) => onChange(Math.min(max, Math.max(min, value + steps * step)));
  const turn = (event: WheelEvent) => {
    if (disabled || event.deltaY === 0) return;
    move(event.deltaY < 0 ? STEPS_OF_WHEEL : -STEPS_OF_WHEEL);
  };
  const press = (event: KeyboardEvent) => {
    const steps = STEPS_OF_KEY[pressedKey(event)];
    if (steps === undefined) return;
    event.preventDefault();
    move(steps);
  };
  const filled: CSSProperties & { "--filled": number } = {
    "--filled": (value - min) / (max - min),
  };
  return (
    <input
      type="range"
      className="slider"
      style={filled}
      aria-label={label}
      aria-valuetext={valueText}
      value={value}
      min={min}
      max={max}
      step={step}
      disabled={disabled}
      onWheel={turn}
      onKeyDown={press}
      onChange={(event) => onChange(event.target.valueAsNumber)}
    />
  );
}
