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
