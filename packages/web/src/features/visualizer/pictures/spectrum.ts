import { LEVEL_BANDS } from "@neonrelay/contract/callers";
import { barColours, type Pen, type Picture } from "../picture.ts";

/** The bars' share of the height; the rest is their reflection. */
const BARS_PART = 0.82;
const REFLECTION_ALPHA = 0.16;
/** Number of colours for the rounded tops. */
const COLOURS = 64;
const CAP_FALL_PER_SECOND = 0.45;

/** 64 bars from 40 Hz to 16 kHz, with caps that fall slowly. */
export function createSpectrum(): Picture {
  const caps = new Float32Array(LEVEL_BANDS);
  let sheet: (ReturnType<typeof createSheet> & { readonly pen: Pen }) | undefined;
  return (pen, { bands }, { seconds }) => {
    caps.forEach((cap, bar) => {
      caps[bar] = Math.max(bands[bar] ?? 0, cap - CAP_FALL_PER_SECOND * seconds);
    });
    const { context, width, height } = pen;
    const baseline = Math.round(height * BARS_PART);
    const barWidth = Math.max(1, Math.round((width / LEVEL_BANDS) * 0.68));
    context.clearRect(0, 0, width, height);
    if (sheet?.pen !== pen) sheet = { pen, ...createSheet(pen) };
    const { image, colours } = sheet;
    const round = Math.ceil(barWidth / 3);
    forEachBar(pen, bands, (x, value) => {
      const tall = Math.max(2, Math.round(value * (baseline - 4)));
      const curve = Math.min(round, tall);
      const top = baseline - tall;
      drawPart(context, image, { x, y: top + curve, width: barWidth, height: tall - curve });
      context.fillStyle = colours[Math.floor((top / height) * COLOURS)] ?? pen.colours.secondary;
      context.beginPath();
      context.roundRect(x, top, barWidth, curve, [curve, curve, 0, 0]);
      context.fill();
    });
    context.globalAlpha = REFLECTION_ALPHA;
    forEachBar(pen, bands, (x, value) => {
      const tall = Math.round(value * (height - baseline - 4));
      drawPart(context, image, { x, y: baseline + 3, width: barWidth, height: tall });
    });
    context.globalAlpha = 1;
    const thickness = Math.max(2, Math.round(barWidth / 5));
    context.fillStyle = pen.colours.text;
    forEachBar(pen, caps, (x, cap) => {
      if (cap < 0.02) return;
      const y = baseline - Math.max(2, Math.round(cap * (baseline - 4))) - thickness - 1;
      context.fillRect(x, Math.max(0, y), barWidth, thickness);
    });
  };
}

/**
 * The whole picture filled with the gradient. Bars are copied from it, which is several times faster than drawing them.
 */
function createSheet(pen: Pen): {
  readonly image: OffscreenCanvas;
  readonly colours: readonly string[];
} {
  const image = new OffscreenCanvas(pen.width, pen.height);
  const context = image.getContext("2d");
  if (context !== null) {
    context.fillStyle = pen.gradient;
    context.fillRect(0, 0, pen.width, pen.height);
  }
  return { image, colours: barColours(pen, { along: "height", count: COLOURS }) };
}

function drawPart(
  context: CanvasRenderingContext2D,
  image: OffscreenCanvas,
  part: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
): void {
  const { x, y, width, height } = part;
  if (height > 0) context.drawImage(image, x, y, width, height, x, y, width, height);
}

/** Bars start and end at whole pixels, so that they are copied unscaled. */
function forEachBar(
  { width }: Pen,
  values: Float32Array,
  draw: (x: number, value: number) => void,
): void {
  const pitch = width / LEVEL_BANDS;
  values.forEach((value, bar) => draw(Math.round(bar * pitch + pitch * 0.16), value));
}
