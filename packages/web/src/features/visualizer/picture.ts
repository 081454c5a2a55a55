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

/** The sound of one moment, for the pictures. Its source owns the arrays: valid until the next frame. */
export interface SignalFrame {
  /** Heights of 64 bands, 0 to 1. */
  readonly bands: Float32Array;
  /** -1 to 1; a few milliseconds long. */
  readonly samples: Float32Array;
  /** dBFS; null for silence. */
  readonly rmsLeftDb: number | null;
  readonly rmsRightDb: number | null;
  readonly peakDb: number | null;
}

/** Produces frames. */
export interface SignalSource {
  /** undefined if there is no sound to show. */
  readonly read: () => SignalFrame | undefined;
}

/**
 * A value interpolated in an array.
 * @param at 0 to 1
 */
export function valueAt(values: Float32Array, at: number): number {
  const position = at * (values.length - 1);
  const before = Math.floor(position);
  const low = values[before] ?? 0;
  return low + ((values[before + 1] ?? low) - low) * (position - before);
}

/** Mean height between two positions in the bands, both from 0 to 1. */
export function energyOf(bands: Float32Array, from: number, to: number): number {
  const first = Math.floor(from * bands.length);
  const last = Math.max(first + 1, Math.floor(to * bands.length));
  let sum = 0;
  for (let band = first; band < last; band += 1) sum += bands[band] ?? 0;
  return sum / (last - first);
}

/**
 * Colours for `count` bars from left to right, or for `count` steps from the top down. One colour per bar draws several
 * times faster than a gradient, and looks the same on bars a few pixels wide.
 */
export function barColours(
  pen: Pen,
  { along, count }: { readonly along: "width" | "height"; readonly count: number },
): readonly string[] {
  const context = new OffscreenCanvas(count, 1).getContext("2d", { willReadFrequently: true });
  if (context === null) return Array.from({ length: count }, () => pen.colours.primary);
  if (along === "width") context.scale(count / pen.width, 1);
  // Turns top to bottom into left to right.
  else context.transform(0, 1, count / pen.height, 0, 0, 0);
  context.fillStyle = along === "width" ? pen.gradientAcross : pen.gradient;
  context.fillRect(0, 0, pen.width, pen.height);
  const { data } = context.getImageData(0, 0, count, 1);
  return Array.from({ length: count }, (_, bar) => {
    const [red = 0, green = 0, blue = 0] = data.subarray(4 * bar);
    return `rgb(${red} ${green} ${blue})`;
  });
}
