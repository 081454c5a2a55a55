import { shownColour } from "../../../ui/shown-colour.ts";
import type { Places } from "./cue-draft-rules.ts";
import { placeText } from "./cue-draft-rules.ts";
import { columnOf, type Peaks } from "./peaks-rules.ts";
import { markStepMs, type View } from "./view-rules.ts";

/** What to draw. */
export interface Scene {
  readonly peaks: Peaks;
  readonly view: View;
  readonly durationMs: number;
  readonly places: Places;
  /** Places to snap to, in ms. */
  readonly marks: readonly number[];
}

const AXIS_PX = 20;
const MARKS_APART_PX = 84;
/** More marks than this are a grey wall. */
const MAX_MARKS_SHARE = 0.2;

/** Draws the waveform, the part that airs, its fades and the time axis. */
export function paintWaveform(
  context: CanvasRenderingContext2D,
  scene: Scene,
  {
    widthPx,
    heightPx,
    colours,
  }: {
    readonly widthPx: number;
    readonly heightPx: number;
    readonly colours: ReturnType<typeof coloursOf>;
  },
): void {
  const { view, places } = scene;
  const wave = heightPx - AXIS_PX;
  const xOf = (ms: number): number => ((ms - view.fromMs) / view.spanMs) * widthPx;
  context.clearRect(0, 0, widthPx, heightPx);
  context.fillStyle = colours.ground;
  context.fillRect(xOf(places.cueIn), 0, xOf(places.cueOut) - xOf(places.cueIn), wave);
  paintAxis(context, scene, { widthPx, wave, heightPx, ...colours });
  const shown = scene.marks.filter((ms) => ms >= view.fromMs && ms <= view.fromMs + view.spanMs);
  context.fillStyle = colours.mark;
  if (shown.length < widthPx * MAX_MARKS_SHARE)
    for (const ms of shown) context.fillRect(Math.round(xOf(ms)), wave - 8, 1, 8);
  const perPixel = view.spanMs / widthPx;
  const middle = wave / 2;
  for (let x = 0; x < widthPx; x += 1) {
    const fromMs = view.fromMs + x * perPixel;
    const { high, low, mean } = columnOf(scene.peaks, { fromMs, untilMs: fromMs + perPixel });
    const isPlayed = fromMs >= places.cueIn && fromMs <= places.cueOut;
    const gain = isPlayed ? fadeAt(places, fromMs) : 1;
    context.fillStyle = isPlayed ? colours.peak : colours.faint;
    const top = middle - high * gain * middle;
    context.fillRect(x, top, 1, Math.max(1, (high - low) * gain * middle));
    if (!isPlayed) continue;
    context.fillStyle = colours.mean;
    context.fillRect(x, middle - mean * gain * middle, 1, Math.max(1, mean * gain * 2 * middle));
  }
  paintFades(context, scene, { xOf, wave, colour: colours.fade });
}

function paintAxis(
  context: CanvasRenderingContext2D,
  { view, durationMs }: Scene,
  {
    widthPx,
    wave,
    heightPx,
    line,
    text,
  }: {
    readonly widthPx: number;
    readonly wave: number;
    readonly heightPx: number;
    readonly line: string;
    readonly text: string;
  },
): void {
  const stepMs = markStepMs(view, { widthPx, apartPx: MARKS_APART_PX });
  context.font = "11px ui-monospace, monospace";
  context.textBaseline = "middle";
  for (let ms = Math.ceil(view.fromMs / stepMs) * stepMs; ms <= durationMs; ms += stepMs) {
    const x = Math.round(((ms - view.fromMs) / view.spanMs) * widthPx);
    if (x > widthPx) break;
    context.fillStyle = line;
    context.fillRect(x, 0, 1, heightPx);
    context.fillStyle = text;
    const label = stepMs >= 1000 ? placeText(ms).slice(0, -3) : placeText(ms);
    if (x + 50 < widthPx) context.fillText(label, x + 4, wave + AXIS_PX / 2);
  }
}

function paintFades(
  context: CanvasRenderingContext2D,
  { places }: Scene,
  {
    xOf,
    wave,
    colour,
  }: { readonly xOf: (ms: number) => number; readonly wave: number; readonly colour: string },
): void {
  const STEPS = 32;
  context.strokeStyle = colour;
  context.lineWidth = 1.5;
  for (const [fromMs, untilMs] of [
    [places.cueIn, places.fadeIn],
    [places.fadeOut, places.cueOut],
  ] as const) {
    if (untilMs <= fromMs) continue;
    context.beginPath();
    for (let step = 0; step <= STEPS; step += 1) {
      const ms = fromMs + ((untilMs - fromMs) * step) / STEPS;
      context.lineTo(xOf(ms), (1 - fadeAt(places, ms)) * (wave / 2) + 1);
    }
    context.stroke();
  }
}

/** Gain of the track's own fades: constant power, like the engine's. */
function fadeAt({ cueIn, fadeIn, fadeOut, cueOut }: Places, ms: number): number {
  const into = ms < fadeIn ? Math.sin((((ms - cueIn) / (fadeIn - cueIn)) * Math.PI) / 2) : 1;
  const out = ms > fadeOut ? Math.cos((((ms - fadeOut) / (cueOut - fadeOut)) * Math.PI) / 2) : 1;
  return Math.max(0, into * out);
}

/** The colours of a canvas in the page. Looking them up takes too long for each frame. */
export function coloursOf(canvas: HTMLCanvasElement) {
  const colour = (name: string, percent = 100): string =>
    shownColour(canvas, `color-mix(in srgb, var(--${name}) ${percent}%, transparent)`);
  return {
    ground: colour("primary-edge", 6),
    peak: colour("primary-edge", 45),
    mean: colour("primary-edge", 95),
    faint: colour("faint", 45),
    fade: colour("secondary-text"),
    mark: colour("warn", 90),
    line: colour("line", 70),
    text: colour("muted"),
  };
}
