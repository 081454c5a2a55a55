import { createPicture } from "./create-picture.ts";
import { idleFrame } from "./idle-frame.ts";
import type { Picture } from "./picture.ts";
import type { SignalSource } from "./signal-frame.ts";
import { Surface } from "./surface.ts";
import type { VisualizerMode } from "./visualizer-mode.ts";
import { everyFrame, onceShown, whileShown } from "./while-shown.ts";

/** The waves of the idle picture need no more. */
const IDLE_FRAME_MS = 66;

/** One picture on a canvas, moving or still. Draws only while it is visible. */
export class Drawing {
  readonly #canvas: HTMLCanvasElement;
  readonly #surface: Surface;
  readonly #signal: SignalSource;
  readonly #picture: Picture;
  #idleDrawnMs = Number.NEGATIVE_INFINITY;
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

  /** Draws while it is visible. @returns stops drawing and keeps the last frame */
  move(): () => void {
    return whileShown(this.#canvas, () => everyFrame((nowMs) => this.#draw(nowMs, IDLE_FRAME_MS)));
  }

  /** Keeps the last frame, or draws one if there is none. @returns stops drawing */
  stand(): () => void {
    const draw = (nowMs: number) => this.#draw(nowMs, 0);
    const end = whileShown(this.#canvas, () => {
      this.#drawAgain = () => draw(performance.now());
      return this.#isEmpty ? onceShown(draw) : () => {};
    });
    return () => {
      this.#drawAgain = undefined;
      end();
    };
  }

  close(): void {
    this.#surface.close();
  }

  #draw(nowMs: number, idleFrameMs: number): void {
    const frame = this.#signal.read();
    if (frame === undefined && nowMs - this.#idleDrawnMs < idleFrameMs) return;
    if (frame === undefined) this.#idleDrawnMs = nowMs;
    this.#surface.draw(this.#picture, frame ?? idleFrame(nowMs), nowMs);
    this.#isEmpty = false;
  }
}
