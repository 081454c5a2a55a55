import { type Pen, type Picture, valueAt } from "../picture.ts";

const BARS = 32;
const ROWS = 6;
/** A row moves back one place in this time. */
const ROW_SECONDS = 0.09;
/** Size of the row at the back, relative to the front. */
const FAR = 0.52;

interface Box {
  readonly x: number;
  readonly wide: number;
  readonly y: number;
  readonly tall: number;
  /** How far the top is shifted to the right and up. */
  readonly deep: number;
}

/** 32 columns in front, and smaller ones behind with their heights of a moment ago. */
export function createBars3d(): Picture {
  const rows = Array.from({ length: ROWS }, () => new Float32Array(BARS));
  let age = 0;
  return (pen, { bands }, { seconds }) => {
    age += seconds;
    if (age >= ROW_SECONDS) {
      age %= ROW_SECONDS;
      const oldest = rows.pop();
      if (oldest !== undefined) rows.unshift(oldest);
      rows[0]?.set(rows[1] ?? []);
    }
    const front = rows[0];
    front?.forEach((_, bar) => {
      front[bar] = valueAt(bands, bar / (BARS - 1));
    });
    pen.context.clearRect(0, 0, pen.width, pen.height);
    for (let row = ROWS - 1; row >= 0; row -= 1) drawRow(pen, rows[row] ?? bands, row);
  };
}

function drawRow(pen: Pen, heights: Float32Array, row: number): void {
  const { context, width, height, colours } = pen;
  const depth = row / (ROWS - 1);
  const scale = 1 - (1 - FAR) * depth;
  const pitch = (width * 0.94 * scale) / BARS;
  const left = (width - pitch * BARS) / 2;
  const ground = height * (0.96 - 0.34 * depth);
  const boxes = Array.from(heights, (value, bar): Box => {
    const wide = pitch * 0.66;
    return {
      x: left + bar * pitch,
      wide,
      y: ground,
      tall: Math.max(2 * pen.ratio, value * height * 0.72 * scale),
      deep: pitch * 0.26,
    };
  });
  const mix = Math.round(100 * depth);
  const base = `color-mix(in oklch, ${colours.primary}, ${colours.secondary} ${mix}%)`;
  const shade = (percent: number) => `color-mix(in srgb, ${base} ${percent}%, ${colours.surface})`;
  const strength = 1 - 0.55 * depth;
  fillAll(pen, shade(38 * strength), boxes, ({ x, wide, y, tall, deep }) => {
    context.moveTo(x + wide, y);
    context.lineTo(x + wide + deep, y - deep);
    context.lineTo(x + wide + deep, y - deep - tall);
    context.lineTo(x + wide, y - tall);
  });
  context.fillStyle = shade(72 * strength);
  for (const { x, wide, y, tall } of boxes) context.fillRect(x, y - tall, wide, tall);
  fillAll(pen, shade(100 * strength), boxes, ({ x, wide, y, tall, deep }) => {
    context.moveTo(x, y - tall);
    context.lineTo(x + deep, y - tall - deep);
    context.lineTo(x + wide + deep, y - tall - deep);
    context.lineTo(x + wide, y - tall);
  });
}

function fillAll(
  { context }: Pen,
  colour: string,
  boxes: readonly Box[],
  trace: (box: Box) => void,
): void {
  context.fillStyle = colour;
  context.beginPath();
  for (const box of boxes) trace(box);
  context.fill();
}
