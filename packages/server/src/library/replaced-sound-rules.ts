import { comparePrints, decideSameRecording, LEAST_COMPARED } from "./print-likeness-rules.ts";

/** What is known of the sound of a file. */
export interface MeasuredSound {
  readonly durationMs: number;
  readonly integratedLufs: number | null;
  readonly truePeakDbtp: number | null;
  /** null: too short for a print, or none was made yet. */
  readonly print: Uint32Array | null;
}

/** Encoders shift and lengthen a recording by less than this, so positions in it stay valid. */
const MAX_SHIFT_MS = 250;
/** Encodings of one recording agree in loudness and peaks within these limits. */
const MAX_LOUDER_LU = 0.5;
const MAX_HIGHER_DB = 1.5;
/** Over a few seconds two encodings differ by more than over a whole track, and two recordings by half. */
const MAX_OF_SHORT = 0.2;
/** A second of conclusive sound. */
const LEAST_MOMENTS = 8;

/** Whether a file was replaced by another recording, so that positions set in the old one are meaningless. */
export function isAnotherRecording(before: MeasuredSound, after: MeasuredSound): boolean {
  if (Math.abs(before.durationMs - after.durationMs) > MAX_SHIFT_MS) return true;
  const isAsLoud =
    isNear(before.integratedLufs, after.integratedLufs, MAX_LOUDER_LU) &&
    isNear(before.truePeakDbtp, after.truePeakDbtp, MAX_HIGHER_DB);
  // Too short, too quiet or too uniform for a print to decide.
  if (before.print === null || after.print === null) return !isAsLoud;
  if (Math.min(tellingMoments(before.print), tellingMoments(after.print)) < LEAST_MOMENTS)
    return !isAsLoud;
  const { errorShare, compared } = comparePrints(before.print, after.print);
  if (compared < LEAST_COMPARED) return errorShare > MAX_OF_SHORT;
  const heard = ({ durationMs }: MeasuredSound, print: Uint32Array) => ({
    heardMs: durationMs,
    print,
  });
  return decideSameRecording(heard(before, before.print), heard(after, after.print)) === null;
}

/** Numbers of a print that are not silence or a steady tone. */
function tellingMoments(print: Uint32Array): number {
  return print.filter((item, index) => item !== print[index - 1]).length;
}

function isNear(a: number | null, b: number | null, most: number): boolean {
  return a === null || b === null ? a === b : Math.abs(a - b) <= most;
}
