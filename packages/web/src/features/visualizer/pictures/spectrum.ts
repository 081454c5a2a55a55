import { LEVEL_BANDS } from "@neonrelay/contract";
import type { Pen, Picture } from "../picture.ts";

/** Part of the height that the bars take; the rest is their reflection. */
const BARS_PART = 0.82;
const REFLECTION_ALPHA = 0.16;
const CAP_FALL_PER_SECOND = 0.45;

/** 64 bars from 40 Hz to 16 kHz, with caps that fall slowly. */
export function createSpectrum(): Picture {
  const caps = new Float32Array(LEVEL_BANDS);
  return (pen, { bands }, { seconds }) => {
    caps.forEach((cap, bar) => {
      caps[bar] = Math.max(bands[bar] ?? 0, cap - CAP_FALL_PER_SECOND * seconds);
    });
    const { context, width, height } = pen;
    const baseline = Math.round(height * BARS_PART);
    const barWidth = Math.max(1, (width / LEVEL_BANDS) * 0.68);
    context.clearRect(0, 0, width, height);
    context.fillStyle = pen.gradient;
    trace(pen, bands, (x, value) => {
      const tall = Math.max(2, value * (baseline - 4));
      context.roundRect(x, baseline - tall, barWidth, tall, [barWidth / 3, barWidth / 3, 0, 0]);
    });
    context.globalAlpha = REFLECTION_ALPHA;
    trace(pen, bands, (x, value) => {
      context.rect(x, baseline + 3, barWidth, value * (height - baseline - 4));
    });
    context.globalAlpha = 1;
    const thickness = Math.max(2, Math.round(barWidth / 5));
    context.fillStyle = pen.colours.text;
    trace(pen, caps, (x, cap) => {
      if (cap < 0.02) return;
      const y = baseline - Math.max(2, cap * (baseline - 4)) - thickness - 1;
      context.rect(x, Math.max(0, y), barWidth, thickness);
    });
  };
}

function trace(
  { context, width }: Pen,
  values: Float32Array,
  add: (x: number, value: number) => void,
): void {
  const pitch = width / LEVEL_BANDS;
  context.beginPath();
  values.forEach((value, bar) => add(bar * pitch + pitch * 0.16, value));
  context.fill();
}
