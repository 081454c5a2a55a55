import type { SignalFrame } from "./signal-frame.ts";

/** The drawing tools: size in device pixels, and the station's colours. */
export interface Pen {
  readonly context: CanvasRenderingContext2D;
  readonly width: number;
  readonly height: number;
  /** Device pixels per page pixel. */
  readonly ratio: number;
  readonly colours: {
    readonly primary: string;
    readonly secondary: string;
    readonly accent: string;
    readonly text: string;
    readonly faint: string;
    readonly surface: string;
    readonly warn: string;
    readonly danger: string;
  };
  /** From the primary colour at the bottom to the secondary one at the top. */
  readonly gradient: CanvasGradient;
  /** From the primary colour at the left to the secondary one at the right. */
  readonly gradientAcross: CanvasGradient;
}

/** Draws one frame. A picture keeps its own state between frames, such as falling caps. */
export type Picture = (
  pen: Pen,
  frame: SignalFrame,
  time: {
    readonly nowMs: number;
    /** Time since the previous frame, at most a tenth. */
    readonly seconds: number;
  },
) => void;
