import { shownColour } from "../../ui/shown-colour.ts";
import type { Pen, Picture, SignalFrame } from "./picture.ts";

/** On a phone, more would only drain the battery. */
const MAX_PIXEL_RATIO = 2;
const MAX_PIXEL_RATIO_SMALL = 1.5;
const SMALL_PX = 640;
const LONGEST_STEP_SECONDS = 0.1;

/** A canvas for pictures. Follows its size and the station's colours; a change of either clears it. */
export class Surface {
  readonly #canvas: HTMLCanvasElement;
  readonly #context: CanvasRenderingContext2D;
  readonly #resizes: ResizeObserver;
  readonly #recolourings: MutationObserver;
  #pen: Pen;
  #drawnMs = 0;

  /** @param onEmptied called when the drawing has been cleared */
  constructor(canvas: HTMLCanvasElement, context: CanvasRenderingContext2D, onEmptied: () => void) {
    this.#canvas = canvas;
    this.#context = context;
    this.#pen = this.#fit();
    const refit = () => {
      // One just removed from the page has no style.
      if (!canvas.isConnected) return;
      this.#pen = this.#fit();
      onEmptied();
    };
    this.#resizes = new ResizeObserver(refit);
    this.#resizes.observe(canvas);
    this.#recolourings = new MutationObserver(refit);
    this.#recolourings.observe(document.documentElement, { attributeFilter: ["style"] });
  }

  draw(picture: Picture, frame: SignalFrame, nowMs: number): void {
    const seconds = Math.min(LONGEST_STEP_SECONDS, Math.max(0, nowMs - this.#drawnMs) / 1000);
    this.#drawnMs = nowMs;
    picture(this.#pen, frame, { nowMs, seconds });
  }

  close(): void {
    this.#resizes.disconnect();
    this.#recolourings.disconnect();
  }

  #fit(): Pen {
    const canvas = this.#canvas;
    const most = window.innerWidth < SMALL_PX ? MAX_PIXEL_RATIO_SMALL : MAX_PIXEL_RATIO;
    const ratio = Math.min(most, window.devicePixelRatio);
    canvas.width = Math.max(1, Math.round(canvas.clientWidth * ratio));
    canvas.height = Math.max(1, Math.round(canvas.clientHeight * ratio));
    const colour = (name: string) => shownColour(canvas, `var(--${name})`);
    const colours = {
      primary: colour("primary-edge"),
      secondary: colour("secondary-edge"),
      accent: colour("accent-edge"),
      text: colour("text"),
      faint: colour("faint"),
      surface: colour("s1"),
      warn: colour("warn"),
      danger: colour("danger"),
    };
    const gradientTo = (x: number, y: number) => {
      const gradient = this.#context.createLinearGradient(0, y, x, 0);
      gradient.addColorStop(0.15, colours.primary);
      gradient.addColorStop(0.5, `color-mix(in oklch, ${colours.primary}, ${colours.secondary})`);
      gradient.addColorStop(0.85, colours.secondary);
      return gradient;
    };
    return {
      context: this.#context,
      width: canvas.width,
      height: canvas.height,
      ratio,
      colours,
      gradient: gradientTo(0, canvas.height),
      gradientAcross: gradientTo(canvas.width, 0),
    };
  }
}
