import { createPicture } from "./create-picture.ts";
import { idleFrame } from "./idle-frame.ts";
import type { Picture } from "./picture.ts";
import type { SignalSource } from "./signal-frame.ts";
import { Surface } from "./surface.ts";
import type { VisualizerMode } from "./visualizer-mode.ts";
import { everyFrame, onceShown, whileShown } from "./while-shown.ts";

/** The idle picture's waves are slow: with the wait for the next frame, this gives about 15 frames per second. */
const IDLE_STAYS_MS = 55;

/** One picture on a canvas, moving or still. Draws only while it is visible. */
export class Drawing {
  readonly #canvas: HTMLCanvasElement;
  readonly #surface: Surface;
  readonly #signal: SignalSource;
  readonly #picture: Picture;
  #isEmpty = true;
  #drawAgain: (() => void) | undefined;

  constructor(
    canvas: HTMLCanvasElement,
    context: CanvasRenderingContext2D,
    { mode, signal }: { readonly mode: VisualizerMode; readonly signal: SignalSource },
  ) {
    this.#canvas = canvas;
    this.#signal = signal;
    this.#picture = createPicture(mode);
    this.#surface = new Surface(canvas, context, () => {
      this.#isEmpty = true;
      this.#drawAgain?.();
    });
  }

  /**
   * Draws while it is visible.
   * @returns a function that stops drawing and keeps the last frame
   */
  move(): () => void {
    return whileShown(this.#canvas, () => everyFrame((nowMs) => this.#draw(nowMs)));
  }

  /**
   * Keeps the last frame, or draws one if there is none.
   * @returns a function that stops drawing
   */
  stand(): () => void {
    const end = whileShown(this.#canvas, () => {
      this.#drawAgain = () => this.#draw(performance.now());
      return this.#isEmpty ? onceShown((nowMs) => this.#draw(nowMs)) : () => {};
    });
    return () => {
      this.#drawAgain = undefined;
      end();
    };
  }

  close(): void {
    this.#surface.close();
  }

  /** @returns how long this frame may stay, in ms */
  #draw(nowMs: number): number {
    const frame = this.#signal.read();
    this.#surface.draw(this.#picture, frame ?? idleFrame(nowMs), nowMs);
    this.#isEmpty = false;
    return frame === undefined ? IDLE_STAYS_MS : 0;
  }
}
