import { Slider } from "radix-ui";
import type { WheelEvent } from "react";

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
  const turn = (event: WheelEvent) => {
    if (disabled || event.deltaY === 0) return;
    const moved = value + (event.deltaY < 0 ? 5 : -5) * step;
    onChange(Math.min(max, Math.max(min, moved)));
  };
  return (
    <Slider.Root
      className="slider"
      value={[value]}
      min={min}
      max={max}
      step={step}
      disabled={disabled}
      onWheel={turn}
      onValueChange={([changed]) => {
        if (changed !== undefined) onChange(changed);
      }}
    >
      <Slider.Track className="slider-track">
        <Slider.Range className="slider-range" />
      </Slider.Track>
      <Slider.Thumb className="slider-thumb" aria-label={label} aria-valuetext={valueText} />
    </Slider.Root>
  );
}
