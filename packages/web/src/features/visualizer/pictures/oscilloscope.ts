import { type Pen, type Picture, valueAt } from "../picture.ts";

const POINTS = 400;
/** How much of the old trace fades per frame at 60 per second, like glowing phosphor. */
const FADE = 0.28;
/** The share of the samples that is shown, from the trigger on. */
const SHOWN = 0.5;
const DIVISIONS = { across: 10, down: 4 } as const;

/** The wave as an electron beam draws it. It starts where the wave crosses zero upwards, so it stands still. */
export function createOscilloscope(): Picture {
  return (pen, { samples }) => {
    const { context, width, height, ratio, colours } = pen;
    context.globalAlpha = FADE;
    context.fillStyle = colours.surface;
    context.fillRect(0, 0, width, height);
    context.globalAlpha = 1;
    drawGrid(pen);
    const start = triggerOf(samples) / samples.length;
    context.beginPath();
    for (let point = 0; point < POINTS; point += 1) {
      const along = point / (POINTS - 1);
      const value = valueAt(samples, Math.min(1, start + along * SHOWN));
      const y = height / 2 - Math.sign(value) * Math.abs(value) ** 0.8 * (height / 2 - 4 * ratio);
      if (point === 0) context.moveTo(0, y);
      else context.lineTo(along * width, y);
    }
    context.lineJoin = "round";
    context.strokeStyle = colours.accent;
    context.globalAlpha = 0.22;
    context.lineWidth = 6 * ratio;
    context.stroke();
    context.globalAlpha = 1;
    context.lineWidth = 1.8 * ratio;
    context.stroke();
  };
}

function drawGrid({ context, width, height, ratio, colours }: Pen): void {
  context.beginPath();
  for (let line = 1; line < DIVISIONS.across; line += 1) {
    const x = Math.round((line * width) / DIVISIONS.across);
    context.rect(x, 0, ratio, height);
  }
  for (let line = 1; line < DIVISIONS.down; line += 1) {
    const y = Math.round((line * height) / DIVISIONS.down);
    context.rect(0, y, width, ratio);
  }
  context.globalAlpha = 0.05;
  context.fillStyle = colours.text;
  context.fill();
  context.globalAlpha = 1;
}

/** Index of the first upward zero crossing with enough samples after it; 0 if there is none. */
function triggerOf(samples: Float32Array): number {
  const last = Math.floor(samples.length * (1 - SHOWN));
  for (let at = 1; at < last; at += 1)
    if ((samples[at - 1] ?? 0) < 0 && (samples[at] ?? 0) >= 0) return at;
  return 0;
}
