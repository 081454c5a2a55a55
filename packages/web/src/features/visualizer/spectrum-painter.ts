import { BARS } from "./spectrum.ts";

const MAX_PIXEL_RATIO = 2;
/** Part of the height that the bars take; the rest is their reflection. */
const BARS_PART = 0.82;
const REFLECTION_ALPHA = 0.16;
const CAP_FALL_PER_SECOND = 0.45;

/** Draws bars into one canvas. Owns its drawing context and follows the canvas's size. */
export class SpectrumPainter {
  readonly #canvas: HTMLCanvasElement;
  readonly #context: CanvasRenderingContext2D;
  readonly #caps = new Float32Array(BARS);
  readonly #resizes: ResizeObserver;
  #fill: CanvasGradient | string = "";
  #capColour = "";
  #drawnMs = 0;

  constructor(canvas: HTMLCanvasElement, context: CanvasRenderingContext2D) {
    this.#canvas = canvas;
    this.#context = context;
    this.#resizes = new ResizeObserver(() => this.#fit());
    this.#resizes.observe(canvas);
    this.#fit();
  }

  /** @param heights 0 to 1, one for each bar */
  draw(heights: Float32Array, nowMs: number): void {
    const seconds = Math.max(0, nowMs - this.#drawnMs) / 1000;
    this.#drawnMs = nowMs;
    this.#caps.forEach((cap, bar) => {
      this.#caps[bar] = Math.max(heights[bar] ?? 0, cap - CAP_FALL_PER_SECOND * seconds);
    });
    const { width, height } = this.#canvas;
    const context = this.#context;
    const baseline = Math.round(height * BARS_PART);
    const pitch = width / BARS;
    const barWidth = Math.max(1, pitch * 0.68);
    context.clearRect(0, 0, width, height);
    context.fillStyle = this.#fill;
    this.#trace(heights, (x, barHeight) => {
      const tall = Math.max(2, barHeight * (baseline - 4));
      context.roundRect(x, baseline - tall, barWidth, tall, [barWidth / 3, barWidth / 3, 0, 0]);
    });
    context.globalAlpha = REFLECTION_ALPHA;
    this.#trace(heights, (x, barHeight) => {
      context.rect(x, baseline + 3, barWidth, barHeight * (height - baseline - 4));
    });
    context.globalAlpha = 1;
    this.#drawCaps({ baseline, barWidth });
  }

  close(): void {
    this.#resizes.disconnect();
  }

  #trace(heights: Float32Array, add: (x: number, height: number) => void): void {
    const pitch = this.#canvas.width / BARS;
    this.#context.beginPath();
    heights.forEach((height, bar) => add(bar * pitch + pitch * 0.16, height));
    this.#context.fill();
  }

  #drawCaps(bars: { baseline: number; barWidth: number }): void {
    const context = this.#context;
    const thickness = Math.max(2, Math.round(bars.barWidth / 4));
    context.fillStyle = this.#capColour;
    this.#trace(this.#caps, (x, cap) => {
      if (cap < 0.02) return;
      const y = bars.baseline - Math.max(2, cap * (bars.baseline - 4)) - thickness - 1;
      context.rect(x, Math.max(0, y), bars.barWidth, thickness);
    });
  }

  /** A canvas of device pixels; the gradient is made anew only here. */
  #fit(): void {
    const ratio = Math.min(MAX_PIXEL_RATIO, window.devicePixelRatio);
    this.#canvas.width = Math.max(1, Math.round(this.#canvas.clientWidth * ratio));
    this.#canvas.height = Math.max(1, Math.round(this.#canvas.clientHeight * ratio));
    const colour = (name: string) =>
      `hsl(${getComputedStyle(this.#canvas).getPropertyValue(name).trim()})`;
    const gradient = this.#context.createLinearGradient(0, this.#canvas.height * BARS_PART, 0, 0);
    gradient.addColorStop(0, colour("--primary"));
    gradient.addColorStop(0.4, "hsl(225 100% 66%)");
    gradient.addColorStop(0.82, colour("--secondary"));
    this.#fill = gradient;
    this.#capColour = colour("--text");
  }
}
