import type { SignalFrame } from "./signal-frame.ts";

/** What a picture is drawn with: size in device pixels, and the station's colours. */
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
  /** From the bottom in the primary colour to the top in the secondary one. */
  readonly gradient: CanvasGradient;
  /** From the left in the primary colour to the right in the secondary one. */
  readonly gradientAcross: CanvasGradient;
}

/** Draws one frame. A picture keeps its own state between frames, such as falling caps. */
export type Picture = (
  pen: Pen,
  frame: SignalFrame,
  time: {
    readonly nowMs: number;
    /** Since the previous frame, at most a tenth. */
    readonly seconds: number;
  },
) => void;
